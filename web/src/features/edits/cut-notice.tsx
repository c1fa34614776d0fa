import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { configQuery } from "#web/data/config.ts";
import { editQuery } from "#web/data/edits.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";

/** On the page of a recording whose cut goes on in the editor of its owner. */
export function CutNotice({ recordingId }: { recordingId: string }) {
  const { data: config } = useQuery(configQuery);
  const enabled = config?.exact_cuts === false;
  const { data: edit } = useQuery({ ...editQuery({ recordingId }), enabled });
  if (!edit?.waits_for_owner) return null;
  return (
    <Banner
      action={
        <Link
          to="/video/$id/edit"
          params={{ id: recordingId }}
          className={buttonLook({ size: "sm" })}
        >
          Go on
        </Link>
      }
    >
      <span className="font-medium">The cut is not finished.</span> Your browser makes it while the
      editor is open.
    </Banner>
  );
}
