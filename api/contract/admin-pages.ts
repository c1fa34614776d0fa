import { z } from "zod";

export const ADMIN_PAGE_SIZE = 20;

/** The results of a search are counted no further: an admin who finds more looks for something narrower. */
export const MOST_COUNTED = 10_000;

/** The page of a list of the admin area, and how much is on one. */
export const pageQuery = (size: number) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(size),
});

export const pageOf = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({
    ...({ [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>), // a computed key widens to string
    total: z.number(),
    page: z.number(),
    per_page: z.number(),
    total_pages: z.number(),
  });

export const AtLeast = z
  .boolean()
  .describe(
    `There are more than \`total\`: a search is counted to ${MOST_COUNTED.toLocaleString("en")}, and pages end there`,
  );
