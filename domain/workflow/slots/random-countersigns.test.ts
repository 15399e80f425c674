import { describe, expect, test } from 'vitest';
import { createAddresseeLookup, person } from '#test/workflow-model/people.ts';
import { createRandom, type Random } from '#test/workflow-model/random.ts';
import { sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { randomCases } from '#test/world/random-cases.ts';
import { type Actor, Permission, systemActor } from '../../access/actor.ts';
import type { Panel, PanelRule, SeatRequest } from '../model/panel.ts';

/**
 * Tests random countersigns of departments and people against the rules of S1 §4 to §6, computed by brute
 * force: one vote for each person, none for the requester, the verdict as soon as no answer can change it,
 * seats absent only if no person may ever answer, and a pass if all agree.
 */

const names = ['an', 'bo', 'cai', 'ding', 'e', 'fan'];
const requester = 'handler-a';
const departmentKeys = ['role:x', 'role:y', 'role:z'];

class Office {
  readonly members: Record<string, string[]> = {};
  readonly absent = new Set<string>();
  /** Substitutes, by the absent person. */
  readonly substitutes = new Map<string, string>();

  constructor(random: Random) {
    for (const key of departmentKeys) this.members[key] = random.some([...names, requester]).slice(0, 4);
  }

  keysOfPerson(staffId: string): string[] {
    return [`staff:${staffId}`, ...departmentKeys.filter((key) => this.members[key]?.includes(staffId))];
  }

  peopleWith(keys: readonly string[]): string[] {
    return [...names, requester].filter(
      (staffId) => !this.absent.has(staffId) && keys.some((key) => this.keysOfPerson(staffId).includes(key)),
    );
  }

  get world() {
    return {
      addressee: createAddresseeLookup(
        (key) => this.peopleWith([key]).length > 0 || key === 'role:a',
        (staffId) => this.keysOfPerson(staffId),
        (key) => (key in this.members ? this.peopleWith([key]) : undefined),
      ),
    };
  }

  actor(staffId: string): Actor {
    const base = { ...person(staffId, ...(staffId === requester ? ['a'] : [])) };
    const representedId = this.substitutes.get(staffId);
    const substitution = representedId && {
      absentPerson: { staffId: representedId, name: representedId, orgId: 'office', orgName: '' },
      keys: this.keysOfPerson(representedId),
      taskCodes: null,
      since: null,
    };
    const keys = [...base.keys.filter((key) => key === 'role:a'), ...this.keysOfPerson(staffId)];
    return { ...base, keys, ...(substitution && { substitutions: [substitution] }) };
  }
}

const administrator: Actor = {
  ...person('matters'),
  permissions: new Set([Permission.handle, Permission.reassign, Permission.administer]),
};

const rules: readonly PanelRule[] = [
  { kind: 'all' },
  { kind: 'majority' },
  { kind: 'veto' },
  { kind: 'share', percent: 50 },
];

function startRandom(random: Random) {
  const office = new Office(random);
  const story = new Story(sequential, office.world).reach();
  const keys = new Set(
    Array.from({ length: 1 + random.below(5) }, () =>
      random.chance(0.45) ? (random.pick(departmentKeys) ?? '') : `staff:${random.pick(names)}`,
    ),
  );
  const seats: SeatRequest[] = [...keys].map((key) => ({ group: random.below(2), keys: [key] }));
  const started = story.perform(office.actor(requester), {
    action: 'startCountersign',
    taskId: story.task('a').id,
    reason: '请会签',
    seats,
    sequence: random.chance(0.35) ? 'inOrder' : 'any',
    rule: random.pick(rules) ?? { kind: 'all' },
    goes: 'back',
    limit: null,
  });
  return { office, story, seats, started };
}

const panelOf = (story: Story) => story.order.panels[0] as Panel;
const isOpen = (story: Story) => panelOf(story).outcome === null;
const keysOf = (story: Story, seat: Panel['seats'][number]) =>
  story.order.tasks[(seat.taskId ?? 0) - 1]?.candidates ?? seat.keys;
const openSeats = (story: Story) => panelOf(story).seats.filter(({ outcome }) => outcome === null);
const votersOf = (story: Story) =>
  panelOf(story).seats.flatMap(({ outcome, taskId }) => {
    const task = story.order.tasks[(taskId ?? 0) - 1];
    const voted = outcome === 'passed' || outcome === 'failed';
    return voted && task ? [(task.standsFor ?? task.finishedBy)?.staffId ?? ''] : [];
  });

/**
 * Returns the largest number of seats that can be answered, one by each person, by trying all assignments.
 */
function maxAnswerable(seats: readonly (readonly string[])[], used: ReadonlySet<string> = new Set()): number {
  const [first, ...rest] = seats;
  if (first === undefined) return 0;
  const without = maxAnswerable(rest, used);
  return Math.max(
    without,
    ...first
      .filter((staffId) => !used.has(staffId))
      .map((staffId) => 1 + maxAnswerable(rest, new Set([...used, staffId]))),
  );
}

/**
 * Returns the people who may answer an open seat: in service, not the requester, without a vote yet, people
 * with a named seat only there.
 */
function possibleVoters(
  office: Office,
  story: Story,
  seat: Panel['seats'][number],
  excluded: readonly string[] = [requester],
): string[] {
  const voted = [...votersOf(story), ...excluded];
  const namedKeys = openSeats(story).flatMap((otherId) =>
    keysOf(story, otherId).filter((key) => key.startsWith('staff:')),
  );
  return office
    .peopleWith(keysOf(story, seat))
    .filter((staffId) => !voted.includes(staffId))
    .filter(
      (staffId) =>
        keysOf(story, seat).includes(`staff:${staffId}`) || !namedKeys.includes(`staff:${staffId}`),
    );
}

/** Returns the verdict of the rule for seats with these outcomes. */
function verdict({ kind, ...rule }: PanelRule, seats: readonly string[]): 'passed' | 'failed' {
  const yes = seats.filter((seat) => seat === 'passed').length;
  const no = seats.filter((seat) => seat === 'failed').length;
  const passes = {
    all: yes === seats.length,
    majority: yes > seats.length / 2,
    veto: no === 0 && yes > 0,
    share: yes / seats.length >= ('percent' in rule ? Number(rule.percent) : 0) / 100,
  }[kind];
  return passes ? 'passed' : 'failed';
}

/** Returns every way in which the open seats may still be answered. */
function endings(seats: readonly (string | null)[]): string[][] {
  const open = seats.indexOf(null);
  if (open < 0) return [seats as string[]];
  return ['passed', 'failed', 'absent'].flatMap((word) => endings(seats.with(open, word)));
}

/** Returns the errors of the countersign in its current state. */
function errorsIn(story: Story): string[] {
  const panel = panelOf(story);
  const voters = votersOf(story);
  const counted = panel.seats.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'removed');
  const verdicts = new Set(
    endings(counted.map((outcome) => (outcome === 'expired' ? 'absent' : outcome))).map((seats) =>
      verdict(panel.rule, seats),
    ),
  );
  const awaitsAll = panel.rule.kind === 'all' && counted.includes(null);
  const expected =
    counted.length === 0 ? 'calledOff' : verdicts.size === 1 && !awaitsAll ? [...verdicts][0] : null;
  return [
    ...(new Set(voters).size < voters.length ? ['somebody has two votes'] : []),
    ...(voters.includes(requester) ? ['the requester has a vote'] : []),
    ...(panel.outcome !== 'calledOff' && panel.outcome !== expected
      ? [`${panel.outcome} for ${expected}: ${panel.rule.kind} of ${counted}`]
      : []),
  ];
}

/**
 * Gives an answer of the person at one of the seats that a page or client may name; returns whether it was
 * accepted.
 */
function answerAs(office: Office, story: Story, staffId: string, passes: boolean, at: number): boolean {
  const taskId = panelOf(story).seats[at]?.taskId ?? 0;
  const before = new Set(votersOf(story));
  const opinion = passes ? '' : '材料不全';
  const answer = { action: 'answerCountersign', taskId, passes, opinion } as const;
  const refusal = story.perform(office.actor(staffId), answer);
  if (refusal !== null) return false;
  const [voter] = votersOf(story).filter((otherId) => !before.has(otherId));
  expect([staffId, office.substitutes.get(staffId)]).toContain(voter);
  return true;
}

/** Returns the seats that may be answered now, with their indexes. */
function seatsInTurn(story: Story) {
  const { seats, sequence } = panelOf(story);
  const open = seats.flatMap((seat, index) => (seat.outcome === null ? [{ seat, at: index }] : []));
  const first = Math.min(...open.map(({ seat }) => seat.group));
  return sequence === 'any' ? open : open.filter(({ seat }) => seat.group === first);
}

/**
 * Gives the requester's waiting task to another person, who becomes the requester, unless an answer would be
 * lost.
 */
function reassignTask(
  office: Office,
  story: Story,
  seed: number,
  random: Random,
  note: (event: string) => void,
) {
  const key = random.chance(0.3) ? (random.pick(departmentKeys) ?? '') : `staff:${random.pick(names)}`;
  if (office.peopleWith([key]).length === 0) return;
  const count = (excluded: readonly string[]) =>
    maxAnswerable(openSeats(story).map((seat) => possibleVoters(office, story, seat, excluded)));
  const isRetained = count([requester, ...office.peopleWith([key])]) < count([requester]);
  const refusal = story.perform(administrator, {
    action: 'reassign',
    taskId: story.task('a').id,
    key,
    reason: '调离',
  });
  expect([seed, key, refusal !== null]).toEqual([seed, key, isRetained]);
  note(isRetained ? 'kept' : 'given away');
}

describe('random countersigns', () => {
  test('pass when all persons asked agree, in any order and for any of their countersigner entries', () => {
    let accepted = 0;
    for (let seed = 1; seed <= randomCases(500); seed += 1) {
      const random = createRandom(seed);
      const { office, story, seats, started } = startRandom(random);
      const people = (key: string) => office.peopleWith([key]).filter((staffId) => staffId !== requester);
      const namedKeys = seats.flatMap(({ keys }) => keys.filter((key) => key.startsWith('staff:')));
      const voters = seats.map(({ keys: [key = ''] }) =>
        key.startsWith('staff:')
          ? people(key)
          : people(key).filter((staffId) => !namedKeys.includes(`staff:${staffId}`)),
      );
      // It is refused exactly if there are not enough people for the seats.
      expect([seed, started === null]).toEqual([seed, maxAnswerable(voters) === seats.length]);
      if (started !== null) continue;
      accepted += 1;
      for (let turns = 0; turns < 40 && isOpen(story); turns += 1) {
        const staffId = random.pick(names) ?? '';
        answerAs(office, story, staffId, true, random.below(seats.length));
        expect([seed, ...errorsIn(story)]).toEqual([seed]);
      }
      for (const at of seats.keys())
        for (const staffId of names)
          for (const shift of seats.keys())
            if (isOpen(story)) answerAs(office, story, staffId, true, (at + shift) % seats.length);
      expect([seed, panelOf(story).outcome, panelOf(story).seats.map(({ outcome }) => outcome)]).toEqual([
        seed,
        'passed',
        expect.not.arrayContaining(['absent']),
      ]);
    }
    expect(accepted).toBeGreaterThan(randomCases(100));
  });

  test('follow the rules while people leave, return, substitute, are added and are removed', () => {
    const counts: Record<string, number> = {};
    const note = (event: string) => {
      counts[event] = (counts[event] ?? 0) + 1;
    };
    const requiredEvents = [
      'answered',
      'given away',
      'kept',
      'moved',
      'stands in',
      'added',
      'taken off',
      'called off',
      'absent',
    ];
    const minCount = randomCases(6);
    const isMissing = () => requiredEvents.some((event) => (counts[event] ?? 0) < minCount);
    // A tenth of the countersigns, and as many more as it takes to cover each of these cases.
    for (let seed = 1; seed <= randomCases(500) || (seed <= 500 && isMissing()); seed += 1) {
      const random = createRandom(seed);
      const { office, story, started } = startRandom(random);
      if (started !== null) continue;
      for (let turn = 0; turn < 40 && isOpen(story); turn += 1) {
        const before = story.order;
        const staffId = random.pick(names) ?? '';
        const isPresent = !office.absent.has(staffId);
        const choice = random.below(12);
        const votersBefore = panelOf(story).seats.map((seat) =>
          seat.outcome === null ? possibleVoters(office, story, seat) : [],
        );
        if (choice < 5 && isPresent) {
          // A person who is asked by name has a vote as soon as the seat opens.
          const ownSeat = seatsInTurn(story).find(({ seat }) =>
            keysOf(story, seat).includes(`staff:${staffId}`),
          );
          const answersOwnSeat = ownSeat && votersBefore[ownSeat.at]?.includes(staffId) && random.chance(0.5);
          if (ownSeat && answersOwnSeat)
            expect([seed, turn, answerAs(office, story, staffId, true, ownSeat.at)]).toEqual([
              seed,
              turn,
              true,
            ]);
          else if (
            answerAs(office, story, staffId, random.chance(0.7), random.below(panelOf(story).seats.length))
          )
            note('answered');
        } else if (choice === 5) {
          office.absent.has(staffId) ? office.absent.delete(staffId) : office.absent.add(staffId);
          note('left or came');
        } else if (choice === 6) {
          const key = random.pick(departmentKeys) ?? '';
          const members = office.members[key] ?? [];
          office.members[key] = members.includes(staffId)
            ? members.filter((otherId) => otherId !== staffId)
            : [...members, staffId];
          note('moved');
        } else if (choice === 7) {
          const other = random.pick(names.filter((otherId) => otherId !== staffId)) ?? '';
          office.substitutes.has(staffId)
            ? office.substitutes.delete(staffId)
            : office.substitutes.set(staffId, other);
          note('stands in');
        } else if (choice === 8) {
          const key = random.chance(0.5)
            ? (random.pick(departmentKeys) ?? '')
            : `staff:${random.pick(names)}`;
          const possible = maxAnswerable(openSeats(story).map((seat) => possibleVoters(office, story, seat)));
          const refusal = story.perform(office.actor(requester), {
            action: 'addToCountersign',
            panelId: 1,
            seats: [{ group: 0, keys: [key] }],
            reason: '',
          });
          if (refusal === null && isOpen(story)) {
            note('added');
            // Earlier seats lose no person, and each new seat finds one.
            const possibleAfter = maxAnswerable(
              openSeats(story).map((seat) => possibleVoters(office, story, seat)),
            );
            expect([seed, turn, possibleAfter]).toEqual([seed, turn, possible + 1]);
          }
        } else if (choice === 9) {
          const seat = random.below(panelOf(story).seats.length);
          const removal = { action: 'removeSigner', panelId: 1, seat, reason: '' } as const;
          if (story.perform(office.actor(requester), removal) === null) note('taken off');
        } else if (choice === 10) {
          const hasVotes = votersOf(story).length > 0;
          const cancelRefusal = story.perform(office.actor(requester), {
            action: 'callOffCountersign',
            panelId: 1,
            reason: '',
          });
          expect([seed, cancelRefusal === null]).toEqual([seed, !hasVotes]);
          if (cancelRefusal === null) note('called off');
        } else if (choice === 11) {
          expect(story.perform(systemActor, { action: 'expire', panelId: 1, limit: null })).toBeNull();
          const answerable = seatsInTurn(story).filter(
            ({ seat }) => possibleVoters(office, story, seat).length > 0,
          );
          // For each awaited answer there is a person who can give it.
          if (isOpen(story)) expect([seed, turn, answerable.length > 0]).toEqual([seed, turn, true]);
        }
        expect([seed, turn, ...errorsIn(story)]).toEqual([seed, turn]);
        // A seat is not passed over while a person could have answered.
        panelOf(story).seats.forEach(({ outcome }, index) => {
          const outcomeBefore = before.panels[0]?.seats[index]?.outcome;
          if (outcome !== 'absent' || outcomeBefore !== null) return;
          note('absent');
          const remainingVoters = (votersBefore[index] ?? []).filter(
            (otherId) => !votersOf(story).includes(otherId),
          );
          expect([seed, turn, index, remainingVoters]).toEqual([seed, turn, index, []]);
        });
      }
      if (isOpen(story)) reassignTask(office, story, seed, random, note);
    }
    for (const event of requiredEvents)
      expect([event, (counts[event] ?? 0) >= minCount]).toEqual([event, true]);
  });
});
