const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": "\u00a0",
  "&lrm;": "\u200e",
  "&rlm;": "\u200f",
  "&lbrace;": "{",
  "&colon;": ":",
};

const ENTITY = /&(?:amp|lt|gt|nbsp|lrm|rlm|lbrace|colon);/g;

export const decoded = (text: string): string =>
  text.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity);

/** All that stands between angle brackets is markup in WebVTT. */
export const withoutTags = (text: string): string => text.replace(/<[^<>]*>/g, "");

/** What programs write into SRT: letters' looks, and the positions of another format in braces. */
const SRT_TAG = /<\/?(?:b|i|u|s|c|v|font|ruby|rt|lang)(?:[\s.][^<>]*)?>/gi;
const PLACE = /\{\\[^{}]*\}/g;
/** How they begin: nothing of it may be left, or what follows could become their end. */
const TAG_BEGIN = /<(?=\/?(?:b|i|u|s|c|v|font|ruby|rt|lang)[\s.>])/gi;
const PLACE_BEGIN = /\{(?=\\)/g;

/** A line that was meant for the times of a cue, with another arrow or with none. */
export const TIMES_WITHOUT_ARROW =
  /^(\d+:){1,2}\d+([.,]\d{3}[\s–—-]+|([.,]\d+)?\s*[=–—-]*[>→]\s*)(\d+:){1,2}\d/gm;

export const withoutSrtTags = (text: string): string =>
  text.replace(SRT_TAG, "").replace(PLACE, "");

/** In WebVTT these three always mean something. */
export const encodedForVtt = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** SRT knows no such thing, and players show what stands there: only what would be taken for markup is changed. */
export const encodedForSrt = (text: string): string =>
  text
    .replace(ENTITY, (entity) => `&amp;${entity.slice(1)}`)
    .replace(TAG_BEGIN, "&lt;")
    .replace(PLACE_BEGIN, "&lbrace;")
    .replaceAll("-->", "--&gt;")
    .replace(TIMES_WITHOUT_ARROW, (times) => times.replace(":", "&colon;"));
