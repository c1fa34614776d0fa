import { z } from "zod";

/** By ISO 639 code: the name in English, and the name in the language itself. */
const heardByWhisper = {
  en: ["English", "English"],
  zh: ["Chinese", "中文"],
  de: ["German", "Deutsch"],
  es: ["Spanish", "Español"],
  ru: ["Russian", "Русский"],
  ko: ["Korean", "한국어"],
  fr: ["French", "Français"],
  ja: ["Japanese", "日本語"],
  pt: ["Portuguese", "Português"],
  tr: ["Turkish", "Türkçe"],
  pl: ["Polish", "Polski"],
  ca: ["Catalan", "Català"],
  nl: ["Dutch", "Nederlands"],
  ar: ["Arabic", "العربية"],
  sv: ["Swedish", "Svenska"],
  it: ["Italian", "Italiano"],
  id: ["Indonesian", "Bahasa Indonesia"],
  hi: ["Hindi", "हिन्दी"],
  fi: ["Finnish", "Suomi"],
  vi: ["Vietnamese", "Tiếng Việt"],
  he: ["Hebrew", "עברית"],
  uk: ["Ukrainian", "Українська"],
  el: ["Greek", "Ελληνικά"],
  ms: ["Malay", "Bahasa Melayu"],
  cs: ["Czech", "Čeština"],
  ro: ["Romanian", "Română"],
  da: ["Danish", "Dansk"],
  hu: ["Hungarian", "Magyar"],
  ta: ["Tamil", "தமிழ்"],
  no: ["Norwegian", "Norsk"],
  th: ["Thai", "ไทย"],
  ur: ["Urdu", "اردو"],
  hr: ["Croatian", "Hrvatski"],
  bg: ["Bulgarian", "Български"],
  lt: ["Lithuanian", "Lietuvių"],
  la: ["Latin", "Latina"],
  mi: ["Māori", "Te reo Māori"],
  ml: ["Malayalam", "മലയാളം"],
  cy: ["Welsh", "Cymraeg"],
  sk: ["Slovak", "Slovenčina"],
  te: ["Telugu", "తెలుగు"],
  fa: ["Persian", "فارسی"],
  lv: ["Latvian", "Latviešu"],
  bn: ["Bengali", "বাংলা"],
  sr: ["Serbian", "Српски"],
  az: ["Azerbaijani", "Azərbaycan"],
  sl: ["Slovenian", "Slovenščina"],
  kn: ["Kannada", "ಕನ್ನಡ"],
  et: ["Estonian", "Eesti"],
  mk: ["Macedonian", "Македонски"],
  br: ["Breton", "Brezhoneg"],
  eu: ["Basque", "Euskara"],
  is: ["Icelandic", "Íslenska"],
  hy: ["Armenian", "Հայերեն"],
  ne: ["Nepali", "नेपाली"],
  mn: ["Mongolian", "Монгол"],
  bs: ["Bosnian", "Bosanski"],
  kk: ["Kazakh", "Қазақ тілі"],
  sq: ["Albanian", "Shqip"],
  sw: ["Swahili", "Kiswahili"],
  gl: ["Galician", "Galego"],
  mr: ["Marathi", "मराठी"],
  pa: ["Punjabi", "ਪੰਜਾਬੀ"],
  si: ["Sinhala", "සිංහල"],
  km: ["Khmer", "ខ្មែរ"],
  sn: ["Shona", "chiShona"],
  yo: ["Yoruba", "Èdè Yorùbá"],
  so: ["Somali", "Soomaali"],
  af: ["Afrikaans", "Afrikaans"],
  oc: ["Occitan", "Occitan"],
  ka: ["Georgian", "ქართული"],
  be: ["Belarusian", "Беларуская"],
  tg: ["Tajik", "Тоҷикӣ"],
  sd: ["Sindhi", "سنڌي"],
  gu: ["Gujarati", "ગુજરાતી"],
  am: ["Amharic", "አማርኛ"],
  yi: ["Yiddish", "ייִדיש"],
  lo: ["Lao", "ລາວ"],
  uz: ["Uzbek", "Oʻzbek"],
  fo: ["Faroese", "Føroyskt"],
  ht: ["Haitian Creole", "Kreyòl ayisyen"],
  ps: ["Pashto", "پښتو"],
  tk: ["Turkmen", "Türkmen dili"],
  nn: ["Norwegian Nynorsk", "Norsk nynorsk"],
  mt: ["Maltese", "Malti"],
  sa: ["Sanskrit", "संस्कृत"],
  lb: ["Luxembourgish", "Lëtzebuergesch"],
  my: ["Burmese", "မြန်မာ"],
  bo: ["Tibetan", "བོད་སྐད་"],
  tl: ["Tagalog (Filipino)", "Tagalog"],
  mg: ["Malagasy", "Malagasy"],
  as: ["Assamese", "অসমীয়া"],
  tt: ["Tatar", "Татар"],
  haw: ["Hawaiian", "ʻŌlelo Hawaiʻi"],
  ln: ["Lingala", "Lingála"],
  ha: ["Hausa", "Hausa"],
  ba: ["Bashkir", "Башҡорт"],
  jv: ["Javanese", "Basa Jawa"],
  su: ["Sundanese", "Basa Sunda"],
  yue: ["Cantonese", "粵語"],
} as const satisfies Names;

/** Languages that no model knows by name: a model is left to detect them. */
const leftToDetect = {
  ak: ["Akan", "Akan"],
  bho: ["Bhojpuri", "भोजपुरी"],
  bm: ["Bambara", "Bamanakan"],
  ceb: ["Cebuano", "Cebuano"],
  ckb: ["Central Kurdish (Sorani)", "کوردیی ناوەندی"],
  dv: ["Divehi", "ދިވެހި"],
  ee: ["Ewe", "Eʋegbe"],
  eo: ["Esperanto", "Esperanto"],
  ff: ["Fula", "Pulaar"],
  fy: ["Western Frisian", "Frysk"],
  ga: ["Irish", "Gaeilge"],
  gd: ["Scottish Gaelic", "Gàidhlig"],
  gn: ["Guarani", "Avañe’ẽ"],
  ig: ["Igbo", "Igbo"],
  ilo: ["Iloko", "Ilokano"],
  ku: ["Kurdish (Kurmanji)", "Kurdî"],
  ky: ["Kyrgyz", "Кыргызча"],
  lg: ["Ganda", "Luganda"],
  mai: ["Maithili", "मैथिली"],
  ny: ["Nyanja (Chewa)", "Chinyanja"],
  om: ["Oromo", "Oromoo"],
  or: ["Odia", "ଓଡ଼ିଆ"],
  qu: ["Quechua", "Runasimi"],
  rm: ["Romansh", "Rumantsch"],
  rw: ["Kinyarwanda", "Ikinyarwanda"],
  sm: ["Samoan", "Gagana Sāmoa"],
  st: ["Southern Sotho", "Sesotho"],
  ti: ["Tigrinya", "ትግርኛ"],
  tn: ["Tswana", "Setswana"],
  ts: ["Tsonga", "Xitsonga"],
  ug: ["Uyghur", "ئۇيغۇرچە"],
  wo: ["Wolof", "Wolof"],
  xh: ["Xhosa", "isiXhosa"],
  zu: ["Zulu", "isiZulu"],
} as const satisfies Names;

type Names = Record<string, readonly [english: string, own: string]>;

const names = { ...heardByWhisper, ...leftToDetect };
type Code = keyof typeof names;

/** ISO 639: two letters where there are two, three otherwise. Whisper itself calls Javanese `jw`. */
export const LanguageCode = z.enum(
  Object.keys(names) as Code[], // the keys of a literal, whose names Object.keys forgets
  "This language is not in the list",
);
export type LanguageCode = z.infer<typeof LanguageCode>;

export const DEFAULT_LANGUAGE: LanguageCode = "en";

export interface Language {
  code: LanguageCode;
  english: string;
  own: string;
  /** Whether a model may be told by this code which language it will hear. */
  direct: boolean;
}

export const languages: readonly Language[] = LanguageCode.options
  .map(languageOf)
  .sort((one, other) => (one.english < other.english ? -1 : 1));

/** Undefined where the list has no language with this code. */
export const languageWith = (code: string | null): Language | undefined =>
  languages.find((language) => language.code === code);

export function languageOf(code: LanguageCode): Language {
  const [english, own] = names[code];
  return { code, english, own, direct: code in heardByWhisper };
}
