import type { Parts } from "#api/parts.ts";
import {
  changeRoleCall,
  changeSuspensionCall,
  confirmEmailCall,
  deleteAccountOfCall,
  endSessionOfCall,
  endSessionsOfCall,
  getPersonCall,
  givePlanCall,
  listUsersCall,
} from "#contract/admin-users.ts";
import { deleteAccountOf, endSessionsOf, givePlan, readPerson } from "./people.ts";
import { changeRole, changeSuspension, confirmEmail, readUsers } from "./users.ts";

export function serveUsers({ serve, env, goHome, closeAccount }: Parts): void {
  const areSold = env.STRIPE_SECRET_KEY !== undefined;
  serve(listUsersCall, ({ db, query }) => readUsers(db, query));
  serve(getPersonCall, ({ db, params }) => readPerson(db, params.id));
  serve(changeRoleCall, ({ db, params, body }) => changeRole(db, params.id, body.role));
  serve(changeSuspensionCall, ({ db, params, body }) =>
    changeSuspension(db, params.id, body.suspended),
  );
  serve(confirmEmailCall, ({ db, params }) => confirmEmail(db, params.id));
  serve(givePlanCall, async ({ db, params, body }) => {
    await givePlan(db, params.id, { ...body, areSold });
    await goHome(params.id);
  });
  serve(endSessionsOfCall, ({ db, params }) => endSessionsOf(db, params.id));
  serve(endSessionOfCall, ({ db, params }) => endSessionsOf(db, params.id, params.sessionId));
  serve(deleteAccountOfCall, ({ db, params, body }) =>
    deleteAccountOf(db, closeAccount, { id: params.id, ...body }),
  );
}
