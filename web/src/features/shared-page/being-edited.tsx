import { Scissors } from "lucide-react";
import { NoticeIcon, PageNotice } from "#web/ui/page/page-notice.tsx";
import { BareFrame } from "./bare-frame.tsx";

/** The page is asked about again and again, and shows the recording as soon as its cut is ready. */
export function BeingEdited() {
  return (
    <BareFrame hasSignIn>
      <PageNotice
        icon={
          <NoticeIcon>
            <Scissors />
          </NoticeIcon>
        }
        title="This recording is being edited"
        help="It can be watched again in a moment. Stay here: it opens by itself."
      />
    </BareFrame>
  );
}
