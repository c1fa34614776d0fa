import type { z } from "zod";
import { attachment } from "#api/http/content-disposition.ts";
import { forbidden, notFound, one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { DownloadQuery, SubtitleFormat } from "#contract/subtitles.ts";
import type { Form } from "./caption-work.ts";
import { bytesOf, readSubtitle } from "./read-subtitles.ts";
import type { OneSubtitle, SubtitleRow } from "./subtitle-row.ts";

const types: Record<SubtitleFormat, string> = {
  srt: "application/x-subrip; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** As a player loads it. It asks again each time, because it may have been edited. */
export async function answerWithTrack(request: Request, subtitle: SubtitleRow): Promise<Response> {
  if (subtitle.status !== "ready") throw notFound("These subtitles are not ready yet.");
  const headers = {
    ETag: `"${subtitle.id}-${subtitle.version}${subtitle.of_original ? "-original" : ""}"`,
    "Cache-Control": "private, no-cache",
  };
  if (request.headers.get("If-None-Match")?.includes(headers.ETag))
    return new Response(null, { status: 304, headers });
  return new Response(await bytesOf(subtitle, "vtt"), {
    headers: { ...headers, "Content-Type": types.vtt },
  });
}

/** Subtitles as a file, for people who may have the video as a file. */
export async function answerWithFile(
  db: Db,
  wanted: OneSubtitle,
  { format, original }: z.output<typeof DownloadQuery>,
): Promise<Response> {
  const subtitle = await readSubtitle(db, wanted, original);
  const { title, may_download } = one(
    await db<{ title: string; may_download: boolean }[]>`
      select filename as title, app.can_download_recording(id) as may_download
        from public.recordings where id = ${wanted.id}
    `,
  );
  if (!may_download)
    throw forbidden("This link lets you read the subtitles, but not download them.", "view_only");
  const form = format ?? subtitle.format;
  return new Response(await bytesOf(subtitle, form), {
    headers: {
      "Content-Type": types[form],
      "Cache-Control": "private, no-cache",
      "Content-Disposition": attachment(`${title}.${subtitle.language}`, form),
    },
  });
}

/** JSON, written where nobody waits for it. */
export const answerWithJson = async (row: SubtitleRow, form: Form, status = 200) =>
  new Response(await bytesOf(row, form), {
    status,
    headers: { "Content-Type": "application/json" },
  });
