import type { CurrentUser } from '#contract/session.ts';
import { mayParticipateInMatters } from '#domain/access/actor.ts';
import { expiryWarningDays } from '#domain/passwords/password-age.ts';
import { maskCertCode, maskMobile } from '#domain/sensitive/masks.ts';
import type { Context } from '#server/framework/context.ts';
import type { Identity } from '#server/framework/routing/route.ts';
import { readPreferences } from '#server/modules/access/preferences/service.ts';
import { findAgePolicy, findStaffDetails, listRoleNames } from './queries.ts';

/** Presents the signed-in person, with masked numbers (S0 §3, §6). */
export async function presentCurrentUser(
  context: Context,
  { actor, mustChangePassword, passwordExpired, signedOn }: Omit<Identity, 'sessionId'>,
): Promise<CurrentUser> {
  const [details, roles, agePolicy, ownPreferences] = await Promise.all([
    findStaffDetails(context.db, actor.staffId),
    listRoleNames(context.db, actor.roles),
    findAgePolicy(context.db),
    readPreferences(context.db, actor.staffId),
  ]);
  const opened = (sealed: string | null) => (sealed === null ? '' : context.crypto.open(sealed, 'staff'));
  return {
    id: actor.staffId,
    staffUid: actor.staffId,
    name: actor.name,
    username: actor.account,
    cid: maskCertCode(opened(details.id_card_sealed)),
    phone: maskMobile(opened(details.mobile_sealed)),
    title: details.title,
    orgId: actor.orgId,
    orgName: actor.orgName,
    areaCode: actor.areaCode,
    roles,
    permissions: [...actor.permissions],
    defaultLanding: details.default_landing,
    mustChangePassword,
    passwordExpired,
    // The password's age does not matter after a unified login, whose user may have no password of ours.
    passwordDaysLeft: signedOn
      ? null
      : expiryWarningDays(details.password_changed_at, context.now(), agePolicy),
    passwordProfile: context.config.passwordProfile,
    ...ownPreferences,
    watermark: context.config.watermark && mayParticipateInMatters(actor),
    fileWatermark: context.config.uploads.watermark.preview,
    isAtWindow: details.isAtWindow,
    keys: [...actor.keys],
  };
}
