import { existsSync } from "node:fs";
import { join } from "node:path";
import { Edit } from "#contract/edits.ts";
import { CurrentSubscription, PlanList } from "#contract/subscriptions.ts";
import { Subtitle } from "#contract/subtitles.ts";
import { completeCheckout } from "#tests/stand-ins/stripe-life.ts";
import { spokenRecording } from "#tests/support/spoken-recording.ts";
import { videoBytes } from "#tests/support/videos.ts";
import type { Fault } from "./faults.ts";
import { newPerson, type Person, until } from "./people.ts";
import type { World } from "./world.ts";

/** The server is killed in the middle of something that it does by itself, and must end it after all. */
export const killedAtWork: Fault[] = [
  { name: "API killed while it brings a video to a drive", strike: whileDelivering },
  { name: "API killed by news of Stripe", strike: whileSelling },
  { name: "API killed while it transcribes", strike: whileTranscribing },
  { name: "API killed while it sends an archive", strike: whileArchiving },
  { name: "API killed while it deletes an account", strike: whileDeleting },
  { name: "API killed while it makes a cut", strike: whileCutting },
  { name: "API killed around a swap of films", strike: aroundSwap },
];

async function killed(world: World, now: () => void): Promise<void> {
  now();
  await world.server.kill("SIGKILL");
  await world.start();
}

async function whileDelivering(world: World, now: () => void): Promise<void> {
  const { drive } = world.outside;
  const person = await newPerson(world.origin);
  await onPlan(world, person, "Free", "google_drive");
  drive.signIn({ email: person.email, permissionId: person.email });
  const { auth_url } = await (await person.call("GET", "/google-drive/auth-url")).json();
  await person.call("POST", "/google-drive/callback", await drive.allow(auth_url));
  drive.fail("chunk", "silence", 1);
  const chunks = () => drive.asked.filter(({ step }) => step === "chunk").length;
  const before = chunks();
  const recording = await person.save(await videoBytes("recorded.webm"), "demo.webm");
  await until(() => chunks() > before);
  await killed(world, now);
  await until(async () => (await person.read(recording)).storage_type === "google_drive");
  if (drive.videos(person.email).length !== 1) throw new Error("the drive has it more than once");
}

async function whileSelling(world: World, now: () => void): Promise<void> {
  const { stripe } = world.outside;
  const person = await newPerson(world.origin);
  await onPlan(world, person, "Free", "s3");
  const { plans } = PlanList.parse(await (await person.call("GET", "/subscriptions/plans")).json());
  const plan_id = plans.find(({ name }) => name === "Pro")?.id;
  const asked = await person.call("POST", "/subscriptions/subscribe", { plan_id });
  const { checkout_url } = await asked.json();
  const before = stripe.books.events.length;
  completeCheckout(stripe.books, String(checkout_url).split("/").at(-1) ?? "");
  for (const event of stripe.books.events.slice(before)) {
    const { body, signature } = await stripe.signed(event);
    const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
    await fetch(`${world.origin}/api/stripe/webhook`, { method: "POST", body, headers });
  }
  await killed(world, now);
  await until(async () => {
    const answer = await person.call("GET", "/subscriptions/current");
    return CurrentSubscription.parse(await answer.json()).plan_name === "Pro";
  });
}

async function whileTranscribing(world: World, now: () => void): Promise<void> {
  const { openai } = world.outside;
  const person = await newPerson(world.origin);
  const sql = world.superuser();
  await sql`
    update public.subscriptions set subtitle_addon_enabled = true where user_id = ${person.id}
  `;
  await sql.end();
  const bytes = await spokenRecording([{ sentence: 0, at: 1 }], 20);
  const its = `/recordings/${await person.save(bytes, "spoken.webm")}/subtitles`;
  openai.pauseAfter(openai.calls.length);
  const requests = openai.requests();
  const { id } = Subtitle.parse(await (await person.call("POST", its, {})).json());
  await until(() => openai.requests() > requests);
  await killed(world, now);
  openai.resume();
  const read = async () => Subtitle.parse(await (await person.call("GET", `${its}/${id}`)).json());
  await until(async () => !["queued", "running"].includes((await read()).status));
  const { status, content } = await read();
  if (status !== "ready" || content === "") throw new Error(`the subtitle is ${status}`);
}

const END_OF_ZIP = "PK\u0005\u0006";

async function whileArchiving(world: World, now: () => void): Promise<void> {
  const person = await newPerson(world.origin);
  await person.save(await videoBytes("recorded.webm"), "demo.webm");
  const download = async () => {
    const { path } = await (await person.call("POST", "/user/takeout")).json();
    return fetch(new URL(path, world.origin));
  };
  const { body } = await download();
  await body?.getReader().read();
  await killed(world, now);
  let whole = "";
  await until(async () => {
    const answer = await download();
    if (answer.ok) whole = Buffer.from(await answer.arrayBuffer()).toString("latin1");
    return answer.ok;
  });
  if (!whole.includes(END_OF_ZIP)) throw new Error("the archive has no end");
}

async function whileDeleting(world: World, now: () => void): Promise<void> {
  const { email, password, ...person } = await newPerson(world.origin);
  await person.save(await videoBytes("recorded.webm"), "demo.webm");
  const signIn = () =>
    fetch(`${world.origin}/api/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
  const deletion = person.call("POST", "/user/delete", { email, password });
  const acknowledged = deletion.then(
    (answer) => answer.ok,
    () => false,
  );
  await Bun.sleep(Math.random() * 20); // at any moment of it
  await killed(world, now);
  const isThere = (await signIn()).ok;
  if (isThere && (await acknowledged)) throw new Error("a deleted account is there again");
  if (isThere) await person.call("POST", "/user/delete", { email, password });
  if ((await signIn()).status !== 401) throw new Error("the account cannot be deleted any more");
}

async function whileCutting(world: World, now: () => void): Promise<void> {
  const film = await filmToCut(world);
  await film.cut();
  await until(() => existsSync(join(world.dataDir, "work", `cut-of-${film.id}`, "source")));
  await killed(world, now);
  await film.becomesTheCut();
}

async function aroundSwap(world: World, now: () => void): Promise<void> {
  const film = await filmToCut(world);
  const begun = performance.now();
  await film.cut();
  await film.becomesTheCut();
  const lasted = performance.now() - begun;
  await film.restore();
  await film.cut();
  await Bun.sleep(Math.random() * lasted); // at any moment of it
  await killed(world, now);
  await film.becomesTheCut();
}

const KEPT = [
  { start: 1, end: 3 },
  { start: 5, end: 8 },
];

async function filmToCut(world: World) {
  const person = await newPerson(world.origin);
  const id = await person.save(await videoBytes("spoken.mp4"), "spoken.mp4");
  const path = `/recordings/${id}/edit`;
  const edit = async () => Edit.parse(await (await person.call("GET", path)).json());
  const bytes = async () => {
    const { token } = await (await person.call("POST", `/recordings/${id}/media-token`)).json();
    const answer = await fetch(`${world.origin}/api/recordings/${id}/stream?token=${token}`);
    if (!answer.ok) throw new Error(`there is no film (${answer.status})`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const original = await bytes();
  return {
    id,
    async cut() {
      const { version } = await edit();
      const { status } = await person.call("PUT", path, { version, kept: KEPT });
      if (status !== 202) throw new Error(`the edit was refused (${status})`);
    },
    restore: () => person.call("DELETE", path),
    /** Until the cut is there, people see the film from before: whole, and never neither. */
    async becomesTheCut() {
      const isOriginal = (await bytes()).equals(original);
      if (!isOriginal && !(await person.read(id)).edited) throw new Error("a film of nobody's");
      await until(async () => (await edit()).status !== "rendering");
      const { status, duration } = await edit();
      const isCut = (await person.read(id)).edited && !(await bytes()).equals(original);
      if (status !== "ready" || !isCut || Math.abs((duration ?? 0) - 5) > 0.2)
        throw new Error(`the cut is ${status}, ${duration} seconds long`);
    },
  };
}

async function onPlan(world: World, person: Person, plan: string, storage: string) {
  const sql = world.superuser();
  await sql`
    update public.subscriptions set storage_type = ${storage},
           plan_id = (select id from public.plans where name = ${plan})
     where user_id = ${person.id}
  `;
  await sql`update public.subscriptions set homeward = false where user_id = ${person.id}`;
  await sql.end();
}
