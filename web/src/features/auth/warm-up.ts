import { loadToasts } from "#web/ui/layers/toast.ts";

/** Once someone begins to fill a form in, what sending it needs is fetched. */
export function warmUp() {
  void import("./send-form.ts");
  void loadToasts();
}
