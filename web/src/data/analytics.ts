import { keepPreviousData } from "@tanstack/react-query";
import { getAnalyticsCall, type Period } from "#contract/analytics.ts";
import type { ReportType } from "#contract/reports.ts";
import { downloadBlob } from "#web/lib/browser/download-blob.ts";
import { apiUrl, requestFile } from "#web/lib/request.ts";
import { toast } from "#web/ui/layers/toast.ts";
import { read } from "./read.ts";
import { ourWords, write } from "./write.ts";

/** Apart from what realtime makes stale: a year is not added up anew for every upload. */
export const analyticsQuery = (period: Period) => ({
  ...read(["analytics", period], getAnalyticsCall, {
    query: { period, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  }),
  placeholderData: keepPreviousData,
});

export const exportReport = write({
  async send({ type, period }: { type: ReportType; period: Period }) {
    toast.info(`Exporting ${type} report...`);
    const file = await requestFile(
      apiUrl(`/admin/reports/export/${type}`, { period, format: "csv" }),
    );
    downloadBlob(file, `${type}-report-${period}.csv`);
  },
  success: (_, { type }) => `${type} report exported successfully`,
  failure: ourWords("Failed to export report"),
});
