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

/** In WebVTT all text between angle brackets is markup. */
export const withoutTags = (text: string): string => text.replace(/<[^<>]*>/g, "");

/** Markup that programs write into SRT: the looks of letters, and positions from another format in braces. */
const SRT_TAG = /<\/?(?:b|i|u|s|c|v|font|ruby|rt|lang)(?:[\s.][^<>]*)?>/gi;
const PLACE = /\{\\[^{}]*\}/g;
/** The beginnings of such markup: none may be left over, or the text behind one could become its end. */
const TAG_BEGIN = /<(?=\/?(?:b|i|u|s|c|v|font|ruby|rt|lang)[\s.>])/gi;
const PLACE_BEGIN = /\{(?=\\)/g;

/** A line that was meant for the times of a cue, with another arrow or with none. */
export const TIMES_WITHOUT_ARROW =
  /^(\d+:){1,2}\d+([.,]\d{3}[\s–—-]+|([.,]\d+)?\s*[=–—-]*[>→]\s*)(\d+:){1,2}\d/gm;

export const withoutSrtTags = (text: string): string =>
  text.replace(SRT_TAG, "").replace(PLACE, "");

/** In WebVTT these three signs always have a meaning. */
export const encodedForVtt = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** SRT has no such codes, and players show them as they stand: only text that would be taken for markup is changed. */
export const encodedForSrt = (text: string): string =>
  text
    .replace(ENTITY, (entity) => `&amp;${entity.slice(1)}`)
    .replace(TAG_BEGIN, "&lt;")
    .replace(PLACE_BEGIN, "&lbrace;")
    .replaceAll("-->", "--&gt;")
    .replace(TIMES_WITHOUT_ARROW, (times) => times.replace(":", "&colon;"));
