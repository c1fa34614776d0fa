import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { homeOf, readEnv } from "#api/env.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";

const FOLDER = "docs/several-servers";
const read = (file: string) => readFileSync(file, "utf8");
const text = read(join(FOLDER, "compose.yaml"));
const found = (where: string, pattern: RegExp) =>
  [...where.matchAll(pattern)].map(([, name = ""]) => name);

const Service = z.object({
  image: z.string().optional(),
  build: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  configs: z.array(z.object({ source: z.string() })).default([]),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)])
    .default([]),
});
const { services, volumes, configs } = z
  .object({
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.null()),
    configs: z.record(z.string(), z.object({ content: z.string() })),
  })
  .parse(Bun.YAML.parse(text));
const all = Object.values(services);
const servers = Object.entries(services).filter(([, { build }]) => build !== undefined);

describe("the compose file for several servers", () => {
  it("gives each server settings that it knows and starts with, and new bytes to the bucket", async () => {
    const given: Record<string, string> = {
      POSTGRES_PASSWORD: "secret",
      S3_ACCESS_KEY_ID: "access",
      S3_SECRET_ACCESS_KEY: "secret",
      SIGNING_KEY: JSON.stringify(await newSigningKey()),
    };
    const filled = (value: string) =>
      value.replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_, name, unless) => given[name] ?? unless);
    const known = found(read(".env.example"), /^([A-Z][A-Z0-9_]+)=/gm);
    expect(servers).toHaveLength(3);
    for (const [, { environment }] of servers) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(environment)));
      const settings = Object.entries(environment).map(([name, value]) => [name, filled(value)]);
      const env = readEnv(Object.fromEntries(settings));
      expect([homeOf(env), env.SIGNING_KEY?.kid]).toEqual(["s3", expect.any(String)]);
      expect(services.bucket?.environment.ID).toBe(environment.S3_ACCESS_KEY_ID);
    }
  });

  it("asks in its first lines for all that is not in it", () => {
    const [head = ""] = text.split("name: kinora");
    const asked = new Set(found(text, /\$\{(\w+):/g));
    expect([...asked].filter((name) => !head.includes(name))).toEqual([]);
    expect(asked.size).toBe(5);
  });

  it("names services, volumes, contents and files that there are", () => {
    const mounted = all.flatMap((service) => service.volumes.map((mount) => mount.split(":")));
    const [files, kept] = [true, false].map((isFile) =>
      mounted.flatMap(([from = ""]) => (from.startsWith(".") === isFile ? [from] : [])),
    );
    expect(kept?.toSorted()).toEqual(Object.keys(volumes).toSorted());
    expect(files?.filter((file) => !existsSync(join(FOLDER, file)))).toEqual([]);
    expect(files).toHaveLength(2);
    const sources = all.flatMap((service) => service.configs.map(({ source }) => source));
    expect(sources).toEqual(Object.keys(configs));
    const hosts = found(text, /(?:@|http:\/\/|-h )(?!localhost)([a-z]\w*)/g);
    const needed = [...hosts, ...all.flatMap((service) => service.depends_on)];
    expect(needed.filter((name) => !(name in services))).toEqual([]);
  });

  it("has a proxy before every server, at the port and with the folder that the image has", () => {
    const nginx = read(join(FOLDER, "nginx.conf"));
    const [, port = "", folder = ""] = /PORT=(\d+) DATA_DIR=(\S+)/.exec(read("Dockerfile")) ?? [];
    expect(found(nginx, /^ {4}server (\S+)/gm)).toEqual(servers.map(([name]) => `${name}:${port}`));
    expect(servers.map(([, service]) => service.volumes)).toEqual(
      servers.map(([name]) => [`${name}:${folder}`]),
    );
    const [, listens] = /listen (\d+);/.exec(nginx) ?? [];
    expect(services.proxy?.ports).toEqual([`${listens}:${listens}`]);
    expect(services.proxy?.depends_on).toEqual(servers.map(([name]) => name));
  });
});

test("the image has only what a server needs: an install takes nothing away that is there", () => {
  expect(read("Dockerfile")).toContain(
    "bun run build && rm -r node_modules && bun install --frozen-lockfile --production\n",
  );
});

test("settings stay out of the image, also those that lie beside the compose file", () => {
  const left = read(".dockerignore").trim().split("\n");
  const isLeft = (file: string) => left.some((pattern) => new Bun.Glob(pattern).match(file));
  expect(isLeft("package.json")).toBe(false);
  for (const file of [".env", `${FOLDER}/.env`, `${FOLDER}/.env.old`])
    expect(isLeft(file), file).toBe(true);
});
