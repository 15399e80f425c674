import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PostalTracking } from '../enumerations/postal-tracking.ts';
import { type CarrierCodes, meaningOf } from './carriers.ts';
import { foldTracking, type TrackingEvent } from './tracking.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 11, 1, 0, minute)).toISOString();
const event = (code: string, minute: number, more: Partial<TrackingEvent> = {}): TrackingEvent => ({
  codes: 'ems',
  code,
  at: at(minute),
  place: '汾口邮政支局',
  description: '',
  isVoiding: false,
  detailCode: '',
  ...more,
});

describe('codes of carriers', () => {
  it.each<[CarrierCodes, code: string, status: string]>([
    ['office', '1001', '1001'],
    ['ems-traces', '203', '00'],
    ['ems-traces', '954', '30'],
    ['ems-traces', '389', '40'],
    ['ems-traces', '306', '41'],
    ['ems-traces', '702', '51'],
    ['ems-traces', '704', '10'],
    ['ems-traces', '705', '20'],
    ['kuaidi100', '103', '60'],
    ['kuaidi100', '3', '10'],
    ['kuaidi100', '14', '20'],
    ['sf', '80', '10'],
  ])('%s %s is state %s (S1 §4)', (codes, code, status) => {
    expect(meaningOf(codes, code)?.status).toBe(status);
  });

  it('of EMS are those of the specification (S1 §4)', () => {
    for (const code of ['00', '10', '20', '30', '40', '41', '50', '51', '60'])
      expect(meaningOf('ems', code)?.status).toBe(code);
  });

  it('keep lists apart in which 1001 has another meaning', () => {
    expect(meaningOf('kuaidi100', '1001')?.status).toBe(PostalTracking.arriving);
    expect(meaningOf('office', '1001')?.status).toBe(PostalTracking.awaitingCourier);
    expect(meaningOf('ems', '1001')).toBeUndefined();
    expect(meaningOf('ems', 'constructor')).toBeUndefined();
  });
});

describe('the state of a postal item (S1 §4)', () => {
  it('is 待揽收 before the first event', () => {
    expect(foldTracking([])).toMatchObject({ status: '1001', events: [], isEnded: false });
  });

  it('goes from a failed delivery to the second attempt and the delivery', () => {
    const tracking = foldTracking([
      event('00', 1),
      event('51', 2),
      event('20', 3, { description: '收件人不在', detailCode: '103' }),
      event('51', 4),
      event('10', 5),
    ]);
    expect(tracking).toMatchObject({ status: '10', deliveredAt: at(5), failedDeliveries: 1, isEnded: true });
    expect(tracking.events.map(({ code }) => code)).toEqual(['10', '51', '20', '51', '00']);
  });

  it('is not changed by an earlier event that arrives later, or by one after the delivery', () => {
    expect(foldTracking([event('10', 5), event('51', 4)]).status).toBe('10');
    expect(foldTracking([event('10', 5), event('30', 9)])).toMatchObject({
      status: '10',
      deliveredAt: at(5),
    });
  });

  it('forgets a delivery that the carrier declares void, also if the declaration arrives first', () => {
    const delivery = event('10', 5);
    const voiding = event('10', 5, { isVoiding: true });
    for (const events of [
      [event('51', 4), delivery, voiding],
      [voiding, delivery, event('51', 4)],
    ]) {
      expect(foldTracking(events)).toMatchObject({ status: '51', deliveredAt: undefined, isEnded: false });
    }
    expect(foldTracking([event('51', 4), delivery, voiding, event('10', 8)]).deliveredAt).toBe(at(8));
  });

  it('has no date of service if the item goes back, even when the sender has it', () => {
    const back = event('20', 6, { description: '迁移新址不明，退回寄件人' });
    expect(foldTracking([event('10', 5), back])).toMatchObject({
      status: '20',
      deliveredAt: undefined,
      isReturned: true,
      isEnded: false,
      failedDeliveries: 0,
    });
    expect(foldTracking([back, event('30', 7), event('10', 9)])).toMatchObject({
      status: '20',
      deliveredAt: undefined,
      isEnded: true,
    });
    const kept = event('20', 6, { description: '未妥投，退回投递部待再次投递' });
    expect(foldTracking([kept, event('10', 9)])).toMatchObject({ status: '10', isReturned: false });
  });

  it('says who took the item if the code says it', () => {
    const [newest] = foldTracking([event('303', 5, { codes: 'kuaidi100' })]).events;
    expect(newest?.signedBy).toBe('other');
  });

  it('equals an independent calculation, in any order and with repetitions', () => {
    const anyEvent = fc
      .record({
        code: fc.constantFrom('00', '10', '20', '30', '40', '41', '50', '51', '60', '99'),
        minute: fc.integer({ min: 0, max: 12 }),
        isVoiding: fc.boolean(),
        description: fc.constantFrom('', '收件人不在', '退回寄件人'),
      })
      .map(({ code, minute, ...more }) => event(code, minute, more));
    const anyOrder = fc.array(anyEvent, { maxLength: 14 }).chain((events) =>
      fc.record({
        events: fc.constant(events),
        shuffled: fc.shuffledSubarray([...events, ...events.slice(0, 4)], {
          minLength: events.length + Math.min(4, events.length),
        }),
      }),
    );
    fc.assert(
      fc.property(anyOrder, ({ events, shuffled }) => {
        const tracking = foldTracking(shuffled);
        expect(tracking).toEqual(foldTracking(events));
        expect(outcomeOf(tracking)).toEqual(calculate(events));
      }),
      { numRuns: 3000 },
    );
  });
});

const outcomeOf = ({
  status,
  deliveredAt,
  failedDeliveries,
  isReturned,
  isEnded,
}: ReturnType<typeof foldTracking>) => ({
  status,
  deliveredAt,
  failedDeliveries,
  isReturned,
  isEnded,
});

/** Calculates the state of EMS events step by step over the minutes, without sorting or keys. */
function calculate(events: readonly TrackingEvent[]) {
  const order = ['60', '00', '30', '40', '41', '50', '51', '20', '10'];
  let status = '1001';
  let deliveredAt: string | undefined;
  let failedDeliveries = 0;
  let isReturned = false;
  let isEnded = false;
  for (let minute = 0; minute <= 12; minute += 1) {
    for (const code of order) {
      const same = events.filter((one) => one.at === at(minute) && one.code === code);
      if (same.length === 0 || same.some(({ isVoiding }) => isVoiding)) continue;
      // The smallest text of several counts, as the fold defines it; the empty one is the smallest.
      const text = same.map(({ description }) => `${description}\n`).sort()[0] ?? '';
      if (code === '20' && text.startsWith('退回寄件人')) {
        if (!isReturned) isEnded = false;
        isReturned = true;
        deliveredAt = undefined;
      } else if (code === '20') failedDeliveries += 1;
      if (isReturned) {
        status = '20';
        if (code === '10') isEnded = true;
      } else if (code === '10') {
        status = '10';
        deliveredAt ??= at(minute);
        isEnded = true;
      } else if (deliveredAt === undefined) status = code;
    }
  }
  return { status, deliveredAt, failedDeliveries, isReturned, isEnded };
}
