import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';

/** No upload while the disk has less than its reserve; whoever runs the portal is told in the log. */
export function refuseStorage({ config, log }: Pick<Context, 'config' | 'log'>) {
  log.error(
    { setting: 'DISK_RESERVE_MB', reserveMb: config.uploads.reserveMb },
    'The disk is nearly full: uploads are refused until there is room again',
  );
  return refuse('storageFull');
}
