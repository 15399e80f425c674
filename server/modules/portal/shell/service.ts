import type { ShellSettings } from '#contract/shell.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { recordOwnChanges } from '#server/modules/access/audit/service.ts';
import { listMenusOf } from '#server/modules/access/menus/service.ts';
import { listPeopleWithPermission } from '#server/modules/portal/first-steps/service.ts';
import { replaceThirdAppMenus } from './queries.ts';

/** Returns the address in the portal of another system's page (S0 §2 `third`). */
const thirdUrl = (code: string) => `/third/${code}`;

/**
 * Returns the origins that may embed the portal, the item that `/petition` starts, and other systems' pages in this
 * person's menu.
 */
export async function readShellSettings(
  context: Pick<Context, 'db' | 'config'>,
  actor: Actor,
): Promise<ShellSettings> {
  const { embedding, redirectOrigins, portalOrigin } = context.config;
  const urls = new Set((await listMenusOf(context, actor)).map(({ url }) => url));
  return {
    embedOrigins: [...embedding.embedOrigins],
    linkOrigins: [...new Set([...embedding.embedOrigins, ...redirectOrigins])],
    petitionItem: embedding.petitionItem ?? null,
    petitionUnset: embedding.petitionItem === undefined ? await findPetitionOperators(context, actor) : null,
    portalOrigin: portalOrigin ?? null,
    thirdApps: embedding.thirdApps.filter(({ code }) => urls.has(thirdUrl(code))),
  };
}

/**
 * Returns the names of the operators, who can set a missing petition item; authors of items have no access to the
 * settings of the server.
 */
async function findPetitionOperators(context: Pick<Context, 'db'>, actor: Actor) {
  const { operateSystem } = Permission;
  return { isMine: can(actor, operateSystem), doers: await listPeopleWithPermission(context, operateSystem) };
}

/**
 * Updates the menus from the settings: one entry for each application, in the menus of its roles.
 */
export async function updateThirdAppMenus({
  config,
  db,
  crypto,
  now,
}: Pick<Context, 'db' | 'config' | 'crypto' | 'now'>): Promise<void> {
  const menus = config.embedding.thirdApps.map(({ code, title, roles }) => {
    return { code: `third-${code}`, title, url: thirdUrl(code), roles };
  });
  await inTransaction(db, async (tx) => {
    await replaceThirdAppMenus(tx, thirdUrl(''), menus);
    await recordOwnChanges(
      tx,
      { crypto },
      {
        at: now(),
        staffId: null,
        staffName: '',
        action: 'installation.third-apps',
        objectKind: 'installation',
        objectId: '',
        detail: {},
        requestId: 'start',
      },
    );
  });
}
