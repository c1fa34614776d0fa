import { createContext, type RefObject } from "react";

/** Where menus and tooltips open: in full screen nothing outside of the player can be seen. */
export const Frame = createContext<RefObject<HTMLElement | null>>({ current: null });
