import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getAnalyticsCall, getAnalyticsDaysCall, type Period } from "#contract/analytics.ts";
import type { ReportType } from "#contract/reports.ts";
import { downloadBlob } from "#web/lib/browser/download-blob.ts";
import { apiUrl, call, requestFile } from "#web/lib/request.ts";
import { toast } from "#web/ui/layers/toast.ts";
import { ourWords, write } from "./write.ts";

/** Apart from what realtime makes stale: a year is not added up anew for every upload. */
const analyticsKey = ["analytics"] as const;

const viewersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const analyticsQuery = (period: Period) =>
  queryOptions({
    queryKey: [...analyticsKey, "sums", period],
    queryFn: ({ signal }) =>
      call(getAnalyticsCall, { query: { period, timezone: viewersZone() }, signal }),
    placeholderData: keepPreviousData,
  });

export const analyticsDaysQuery = (period: Period) =>
  queryOptions({
    queryKey: [...analyticsKey, "days", period],
    queryFn: ({ signal }) => call(getAnalyticsDaysCall, { query: { period }, signal }),
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
