import { createHash } from 'node:crypto';
import { CarrierCodes } from '#domain/express/carriers.ts';
import type { TrackingEvent } from '#domain/express/tracking.ts';
import type { ExpressGateway } from './express-gateway.ts';

const minuteMs = 60_000;

/** The way of a simulated item: minutes after its order, code, place and text. */
const way: readonly (readonly [minutes: number, code: string, place: string, description: string])[] = [
  [20, '60', '县城揽投部', '揽投员已揽收'],
  [45, '00', '县城邮政支局', '已收寄'],
  [150, '30', '县邮件处理中心', '运输途中'],
  [300, '40', '县邮件处理中心', '离开处理中心，发往下一站'],
  [480, '41', '投递部', '到达投递部'],
  [1_300, '50', '投递部', '已安排投递'],
  [1_330, '51', '投递部', '揽投员正在投递'],
];
const delivery = [1_440, '10', '投递部', '已妥投，本人签收'] as const;
/** Every seventh item is delivered at the second attempt. */
const secondAttempt = [
  [1_440, '20', '投递部', '未妥投：收件人不在，电话约定次日再投'],
  [2_770, '51', '投递部', '揽投员正在投递'],
  [2_850, '10', '投递部', '已妥投，他人代收'],
] as const;

/**
 * Creates the simulator of the demo: it accepts every order, and calculates the way of an item from the time of its
 * order, so that it stores nothing. It accepts no pushed messages.
 */
export function createExpressSimulator(now: () => Date): ExpressGateway {
  return {
    isSimulated: true,
    async orderPickup({ id }) {
      const digits = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 12)}`);
      return { kind: 'accepted', mailNum: `1035${String(digits % 1_000_000_000n).padStart(9, '0')}` };
    },
    async readTracks({ mailNum, orderedAt }) {
      const isSecondAttempt = Number(mailNum.replaceAll(/\D/g, '').slice(-6)) % 7 === 0;
      const steps = [...way, ...(isSecondAttempt ? secondAttempt : [delivery])];
      const events = steps.flatMap(([minutes, code, place, description]): TrackingEvent[] => {
        const at = new Date(orderedAt.getTime() + minutes * minuteMs);
        if (at > now()) return [];
        const event = { codes: CarrierCodes.ems, code, at: at.toISOString(), place, description };
        return [{ ...event, isVoiding: false, detailCode: '' }];
      });
      return { kind: 'answered', events };
    },
    readPush: () => undefined,
  };
}
