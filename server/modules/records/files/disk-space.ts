import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';

/** Refuses an upload while the disk has less free space than its reserve, and notifies the operator in the log. */
export function refuseStorage({ config, log }: Pick<Context, 'config' | 'log'>) {
  log.error(
    { setting: 'DISK_RESERVE_MB', reserveMb: config.uploads.reserveMb },
    'The disk is nearly full: uploads are refused until there is enough free space',
  );
  return refuse('storageFull');
}
