import { describe, expect, it } from "vitest";
import { circles } from "./circles.ts";
import { importsOf, isScript, parse, resolve, sourceFiles } from "./sources.ts";

/**
 * The imports that a file may have. The first row whose glob covers a file decides; `<own>` is the file's own
 * feature folder. A new edge is a line here, where a reviewer sees it.
 */
const table: { files: string; may: string[]; packages?: RegExp }[] = [
  { files: "api/contract/*", may: ["api/contract/*"], packages: /^zod$/ },
  { files: "api/env.ts", may: [] },
  { files: "api/job-kinds.ts", may: ["api/contract/durations.ts", "api/platform/jobs/queue.ts"] },
  { files: "api/captions/*", may: ["api/contract/*", "api/captions/*"], packages: /^(?!.)/ },
  { files: "api/http/**", may: ["api/contract/*", "api/env.ts", "api/http/**", "api/platform/**"] },
  {
    files: "api/platform/**",
    may: ["api/contract/*", "api/env.ts", "api/platform/**", "api/http/errors.ts"],
  },
  { files: "api/access/*", may: ["api/contract/*", "api/{access,http,platform}/**"] },
  { files: "api/media/**", may: ["api/{contract,media,platform}/**"] },
  {
    files: "api/services/transcription/*",
    may: [
      "api/contract/{server,subtitles}.ts",
      "api/env.ts",
      "api/media/**",
      "api/platform/{once,turns}.ts",
      "api/services/transcription/*",
    ],
  },
  {
    files: "api/services/*",
    may: [
      "api/env.ts",
      "api/http/errors.ts",
      "api/platform/{once,parse-json}.ts",
      "api/services/stripe-*",
      "api/services/transcription/open.ts",
    ],
  },
  {
    files: "api/features/*/**",
    may: [
      "api/{contract,services,captions}/*",
      "api/services/transcription/transcription.ts",
      "api/{env,job-kinds,parts}.ts",
      "api/{access,http,platform,media}/**",
      "<own>",
    ],
  },
  {
    files: "api/jobs/**",
    may: [
      "api/{contract,services}/*",
      "api/services/transcription/transcription.ts",
      "api/{env,job-kinds}.ts",
      "api/{http,platform,features,jobs}/**",
    ],
  },
  {
    files: "api/parts.ts",
    may: ["api/{access,services,http,platform,media}/**"],
  },
  { files: "api/app.ts", may: ["api/**"] },
  { files: "api/serve.ts", may: ["api/**"] },
  { files: "api/open-server.ts", may: ["api/**"] },
  { files: "api/main.ts", may: ["api/**"] },

  {
    files: "web/src/lib/**",
    may: ["api/contract/*", "web/src/lib/**"],
    packages: /^(?!node:|bun)/,
  },
  {
    files: "web/src/ui/**",
    may: ["api/contract/*", "web/src/{lib,ui}/**"],
    packages: /^(?!node:|bun)/,
  },
  {
    files: "web/src/data/*",
    may: ["api/contract/*", "web/src/{lib,ui,data}/**"],
    packages: /^(?!node:|bun)/,
  },
  // The recorder's rooms: what keeps a recording knows nobody, and only screens know screens.
  {
    files: "web/src/features/recorder/keep/**",
    may: ["api/contract/contact-sheets.ts", "web/src/features/recorder/keep/**"],
    packages: /^(?!node:|bun)/,
  },
  {
    files: "web/src/features/recorder/capture/**",
    may: [
      "api/contract/*",
      "web/src/lib/{contact-sheet,picture-source,browser/worker-clock}.ts",
      "web/src/features/recorder/{steps,messages}.ts",
      "web/src/features/recorder/capture/**",
    ],
    packages: /^(?!node:|bun)/,
  },
  {
    files: "web/src/features/recorder/send/**",
    may: ["api/contract/*", "web/src/{lib,data}/**", "web/src/features/recorder/{keep,send}/**"],
    packages: /^(?!node:|bun)/,
  },
  {
    files: "web/src/features/recorder/recover/**",
    may: ["web/src/{lib,ui}/**", "web/src/features/recorder/{keep,send,recover}/**"],
    packages: /^(?!node:|bun)/,
  },
  {
    files: "web/src/features/recorder/*",
    may: [
      "web/src/{lib,ui}/**",
      "web/src/features/recorder/*",
      "web/src/features/recorder/{capture,keep,send}/**",
    ],
    packages: /^(?!node:|bun)/,
  },
  {
    files: "web/src/features/*/**",
    may: ["api/contract/*", "web/src/{lib,ui,data}/**", "<own>"],
    packages: /^(?!node:|bun)/,
  },
  {
    files: "web/src/routes/**",
    // A name that begins with a dash is no route: it holds what several routes compose alike.
    may: ["api/contract/*", "web/src/{lib,ui,data,features}/**", "web/src/routes/-*"],
    packages: /^(?!node:|bun)/,
  },
  { files: "web/src/router.tsx", may: ["web/src/**"], packages: /^(?!node:|bun)/ },
  { files: "web/src/{login,main,root}.tsx", may: ["web/src/**"], packages: /^(?!node:|bun)/ },
  { files: "web/{vite.config.ts,build/**}", may: ["web/build/**"] },
  { files: "web/public/*", may: [] },

  { files: "tests/architecture/**", may: ["api/**", "tests/{architecture,support}/**"] },
  {
    files: "tests/{policies,api}/**",
    may: ["api/**", "tests/{policies,api,support,stand-ins}/**"],
  },
  { files: "tests/web/**", may: ["api/contract/*", "web/src/**", "tests/{web,support}/**"] },
  {
    files: "tests/{e2e,faults}/**",
    may: ["api/contract/*", "tests/{e2e,faults,support,stand-ins}/**"],
  },
  {
    files: "tests/bench/**",
    may: ["api/**", "tests/{bench,support,stand-ins}/**", "tests/e2e/{scenes,support}/**"],
  },
  { files: "tests/stand-ins/**", may: ["tests/stand-ins/**"] },
  { files: "tests/support/**", may: ["api/**", "tests/{support,stand-ins}/**"] },
  {
    files: "scripts/*",
    may: [
      "scripts/*",
      "api/**",
      "tests/{bench,faults,support,stand-ins}/**",
      "tests/e2e/{support,scenes}/*",
    ],
  },
  { files: "{vitest,playwright}.config.ts", may: ["scripts/*"] },
];

/** Only the files listed here go past every policy (tests may, to make their world). */
const mayCallAsService = [
  "api/app.ts",
  "api/open-server.ts",
  "scripts/admin.ts",
  "api/platform/database.ts",
  "api/http/limits/rate-limit.ts",
  "api/access/guards.ts",
  "api/features/auth/auth-routes.ts",
  "api/features/account/account-routes.ts",
  "api/features/second-factor/second-factor-routes.ts",
  "api/features/moves/move-routes.ts",
  "api/features/subscriptions/subscription-routes.ts",
  "api/features/drive/drive-routes.ts",
  "api/features/edits/edit-routes.ts",
  "api/features/recordings/media-routes.ts",
  "api/features/subtitles/subtitle-routes.ts",
  "api/features/takeout/takeout-routes.ts",
  "api/features/uploads/upload-routes.ts",
  "api/jobs/work.ts",
  "api/features/shares/shared-routes.ts",
  "api/features/shares/oembed-routes.ts",
  "api/features/shares/share-page-routes.ts",
];

const scripts = sourceFiles().filter(isScript);
const rowOf = (file: string) => table.find((row) => new Bun.Glob(row.files).match(file));

describe("imports", () => {
  it("finds the source files at all", () => {
    expect(scripts).toContain("tests/architecture/imports.test.ts");
    expect(scripts.length).toBeGreaterThan(5);
  });

  it("covers every file by a row of the table", () => {
    expect(
      scripts.filter((file) => !rowOf(file)),
      "files that no row of the table covers",
    ).toEqual([]);
  });

  it("go only where the table says", () => {
    expect(scripts.flatMap(forbiddenImports), "imports that no row allows").toEqual([]);
  });

  it("are allowed nowhere that nothing is imported from", () => {
    const idle = table.flatMap((row) => {
      const targets = scripts.filter((file) => rowOf(file) === row).flatMap(targetsOf);
      const isUsed = (glob: string) =>
        glob === "<own>" || targets.some((target) => new Bun.Glob(glob).match(target));
      return row.may.filter((glob) => !isUsed(glob)).map((glob) => `${row.files} → ${glob}`);
    });
    expect(idle, "permissions that nothing uses").toEqual([]);
  });

  it("are relative only within a folder and name their extension", () => {
    const wrong = scripts.flatMap((file) =>
      importsOf(file)
        .filter(
          (name) => name.startsWith("../") || (/^[.#]/.test(name) && !/\.\w+(\?|$)/.test(name)),
        )
        .map((name) => `${file}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("never come back to where they began, types included", () => {
    const targetsOf = (file: string) =>
      importsOf(file).flatMap((name) => resolve(file, name) ?? []);
    const graph = new Map(scripts.map((file) => [file, targetsOf(file)]));
    expect([...graph.values()].flat().length).toBeGreaterThan(1000);
    expect(circles(graph), "files that import each other in a circle").toEqual([]);
  });

  it("find their export where it was made: no barrels", () => {
    const barrels = scripts.filter((file) => {
      const passesOn = parse(file).module.staticExports.some((found) =>
        found.entries.some((entry) => entry.moduleRequest),
      );
      return passesOn || /^(?!web\/src\/routes\/)(.*\/)?(index|utils|helpers)\.\w+$/.test(file);
    });
    expect(barrels, "files that only hand on what others have").toEqual([]);
  });
});

describe("files with routes", () => {
  it("are named *-routes.ts, and no others are", () => {
    const features = scripts.filter((file) => file.startsWith("api/features/"));
    const serves = /\bnew Hono\b|: Parts\b|\bserve: Serve\b|\bapi: Hono<AppEnv>/;
    const withRoutes = features.filter((file) => serves.test(parse(file).text));
    expect(withRoutes).toEqual(features.filter((file) => file.endsWith("-routes.ts")));
  });
});

describe("bypassing policies", () => {
  it("happens only in reviewed files", () => {
    const bypassing = scripts
      .filter((file) => /^(api|scripts)\//.test(file) && /\basService\b/.test(parse(file).text))
      .filter((file) => !mayCallAsService.includes(file));
    expect(bypassing, "files that go past the policies without being listed").toEqual([]);
  });
});

const targetsOf = (file: string) =>
  importsOf(file).flatMap((specifier) => resolve(file, specifier) ?? []);

function forbiddenImports(file: string): string[] {
  const row = rowOf(file);
  if (!row) return [];
  const own = file
    .split("/")
    .slice(0, file.startsWith("web/") ? 4 : 3)
    .join("/");
  const allowed = row.may.map((glob) => new Bun.Glob(glob === "<own>" ? `${own}/**` : glob));
  return importsOf(file).flatMap((specifier) => {
    const target = resolve(file, specifier);
    if (target === undefined) {
      return row.packages?.test(specifier) === false ? [`${file}: ${specifier}`] : [];
    }
    return allowed.some((glob) => glob.match(target)) ? [] : [`${file}: ${target}`];
  });
}
