import { Permission } from '#domain/access/actor.ts';
import { useMe } from '#web/api/use-me.ts';

/**
 * Returns the organisation to which the figures of this person are limited, with those below it; undefined for
 * a person who sees all, and while the person is being loaded.
 */
export function useFigureScope(): string | undefined {
  const me = useMe();
  return me === undefined || me.permissions.includes(Permission.administer) ? undefined : me.orgName;
}
