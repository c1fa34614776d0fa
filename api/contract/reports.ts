import { z } from "zod";
import { PeriodQuery } from "./analytics.ts";
import { forAdmin } from "./common.ts";

export const ReportType = z.enum(["users", "revenue", "usage", "full"]);
export type ReportType = z.infer<typeof ReportType>;

export const ReportQuery = PeriodQuery.extend({
  format: z.literal("csv").default("csv").describe("There is no other yet"),
});

export const exportReportCall = forAdmin("GET /admin/reports/export/{type}", {
  params: z.object({ type: ReportType }),
  summary: "A report as a CSV file, named after its type and period",
  description:
    "`users`: every account. `revenue`: what was paid for in the period. `usage`: every recording made in the period. `full`: these three, one after the other in one file: each begins with a line that holds its name alone, and ends with an empty line. Times are ISO 8601 in UTC, and text that a spreadsheet would take for a formula begins with an apostrophe.",
  query: ReportQuery,
  answer: "csv",
});
