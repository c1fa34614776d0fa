/** A search among very many is not counted to its end. */
export const MoreFound = ({ total }: { total: number }) => (
  <p className="text-14 text-ink-2">
    Only the newest {total.toLocaleString("en")} are shown. Search for something narrower to see
    others.
  </p>
);
