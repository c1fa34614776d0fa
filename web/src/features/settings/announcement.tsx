import { useQuery } from "@tanstack/react-query";
import { announcementQuery } from "#web/data/server-settings.ts";
import { Banner } from "#web/ui/page/banner.tsx";

export function AnnouncementBanner() {
  const { data: words } = useQuery(announcementQuery);
  return words ? (
    <div className="mx-auto w-full max-w-[1184px] px-4 pt-4 md:px-8">
      <Banner>
        <p className="[overflow-wrap:anywhere]">{words}</p>
      </Banner>
    </div>
  ) : null;
}
