/** Low enough that the choices beneath it stay in sight. By itself: skeletons come long before any stage. */
export const FINDER_SHAPE = "aspect-video max-h-[max(46dvh,240px)] w-full rounded-12";
