import { actingWith } from "#api/access/account.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import {
  getEditCall,
  getPassagesCall,
  getWaveformCall,
  listSilencesCall,
  removeOriginalCall,
  restoreOriginalCall,
  saveEditCall,
  savePartCall,
  sendPassagesCall,
} from "#contract/edits.ts";
import { readEdit, removeOriginal, restoreOriginal, saveEdit } from "./edits.ts";
import { readSilences, readWaveform } from "./loudness.ts";
import { readPassages, takePassages } from "./passages.ts";
import { savePart } from "./save-part.ts";

/** An editor saves often; a cut costs the server time. */
const edits: Limit = { name: "edit:account", capacity: 300, period: 600, done: "saved many edits" };
const limited = { limit: edits };

/** Each is a recording, and costs as much as a cut. */
const parts: Limit = { name: "part:account", capacity: 60, period: 600, done: "saved many parts" };

/** Served before the calls that read `/recordings/{id}`. */
export function serveEdits({ serve, database, objects, jobs }: Parts): void {
  const service = database.asService(
    "edits are written after the caller's right to edit was asked",
  );
  const editor = actingWith(service, { objects, jobs });

  serve(getEditCall, ({ db, params }) => readEdit(db, params.id));
  serve(saveEditCall, (asked) => saveEdit(editor(asked), asked.params.id, asked.body), limited);
  serve(restoreOriginalCall, (asked) => restoreOriginal(editor(asked), asked.params.id), limited);
  serve(getPassagesCall, (asked) => readPassages(editor(asked), asked.params.id));
  serve(
    sendPassagesCall,
    (asked) =>
      takePassages(editor(asked), asked.params.id, asked.query.version, asked.c.req.raw.body),
    limited,
  );
  serve(removeOriginalCall, (asked) => removeOriginal(editor(asked), asked.params.id));
  serve(listSilencesCall, (asked) =>
    readSilences(editor(asked), asked.params.id, asked.query.longer_than),
  );
  serve(getWaveformCall, (asked) => readWaveform(editor(asked), asked.params.id));
  serve(savePartCall, (asked) => savePart(editor(asked), asked.params.id, asked.body), {
    limit: parts,
  });
}
