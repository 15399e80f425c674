import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { advanceToExamination, advanceToImplementation } from './asking-stories.ts';
import type { RecordEntry, Story } from './office-actions.ts';
import { makeApplicant, makePerson, towns } from './people.ts';
import {
  accept,
  conclude,
  instructAndImplement,
  type Letter,
  receive,
  writeLetter,
} from './petition-stories.ts';
import { type CaseInput, change, type RecordCase } from './record-case.ts';
import type { Walk } from './walk.ts';

const supervisor = 'sunlei';
const leader = 'wujianguo';
const taskCode = 'petition-letter';

/** Letters with a supervision letter in each state, a merged pair, a joint petition, and a letter with its review. */
export const petitionRecordStories: readonly RecordCase[] = [
  letterCase('xujun', (walk) => supervise(walk, 'yellow', ['step-overdue'])),
  letterCase('heping', (walk) => {
    supervise(walk, 'red', ['step-overdue', 'asked-again']);
    answer(walk, 'heping');
  }),
  letterCase('gaofeng', (walk) => {
    supervise(walk, 'none', ['leader']);
    answer(walk, 'gaofeng');
    walk.wait(0.2, 0.5);
    changeLetter(walk, supervisor, 'accept', {});
  }),
  letterCase('linxue', (walk) => {
    supervise(walk, 'yellow', ['order-due']);
    walk.wait(0.2, 0.5);
    changeLetter(walk, leader, 'waive', { reason: '承办单位已当面向来信人说明进展，免予答复' });
  }),
  { compose: composeMergedPair },
  { compose: composeJointPetition },
  { compose: composeReview },
];

/** Makes a case of a letter that waits at the person who implements it. */
function letterCase(implementer: string, perform: (walk: Walk) => void): RecordCase {
  return {
    compose({ walkFrom, startsAt, number, directory }) {
      const walk = walkFrom(startsAt);
      // A supervisor reads orders of the own organisation: not those that leaders of other offices register.
      const letter = { ...writeLetter(walk.random, number, walk.now(), implementer), registrar: 'zhangwei' };
      advanceToImplementation({ walk, directory, letter }, implementer);
      walk.wait(2, 3);
      perform(walk);
      return [{ taskCode, steps: walk.steps }];
    },
  };
}

function changeLetter(walk: Walk, person: string, command: string, input: RecordEntry['input']): void {
  change(walk, person, { kind: 'supervision', nodeId: 'undertake', command, input });
}

function supervise(walk: Walk, card: 'none' | 'yellow' | 'red', grounds: readonly string[]): void {
  change(walk, supervisor, {
    ...{ kind: 'supervision', nodeId: 'undertake', command: 'open', record: 'new' },
    input: { grounds, card, answerDays: 5, demand: '请说明未办成的原因，提出办成的日期，并告知来信人进展。' },
  });
}

function answer(walk: Walk, person: string): void {
  walk.wait(0.3, 0.8);
  changeLetter(walk, person, 'answer', {
    ...{ cause: 'complex', text: '涉及两个单位的职责，已商定由我单位牵头，现场核实已完成。' },
    promisedOn: addDays(localDateOf(walk.now()), 10),
  });
}

/** Two letters from neighbours about one matter: the later one is merged into the earlier one. */
function composeMergedPair({ walkFrom, startsAt, number, directory }: CaseInput): Story[] {
  const walk = walkFrom(startsAt);
  const letter = writeLetter(walk.random, number, walk.now(), 'duwenhao');
  advanceToExamination(walk, letter);
  accept(walk, directory, 'liuyang', letter, { hasConsultation: true });

  const later = walkFrom(walk.now());
  const applicant = makeApplicant(later.random, number + 1, later.random.pick(towns));
  const { representatives: _, ...content } = letter.start.form.content;
  advanceToExamination(later, {
    ...letter,
    start: {
      ...letter.start,
      applicant,
      form: { ...letter.start.form, content: { ...content, petitionerCount: 1, features: [] } },
    },
  });
  const name = `merged-${number}`;
  const reason = '两件反映同一地点的同一问题，诉求相同';
  later.do('liuyang', { act: 'merge', entry: { into: name, reason } });
  return [
    { name, taskCode, steps: walk.steps },
    { taskCode, steps: later.steps },
  ];
}

const jointPeople = 12;

/** A letter of twelve people with their list of names; two of them represent the others. */
function composeJointPetition({ walkFrom, startsAt, number }: CaseInput): Story[] {
  const walk = walkFrom(startsAt);
  const { random } = walk;
  const letter = writeLetter(random, number, walk.now(), 'zhuhong');
  const people = Array.from({ length: jointPeople }, (_, index) => {
    const { name, certCode, mobile } =
      index === 0 ? letter.start.applicant : makePerson(random, 2000 + number + index);
    return { name, certCode, mobile };
  });
  const content = {
    ...letter.start.form.content,
    petitionerCount: jointPeople,
    features: ['joint'],
    representatives: people.slice(0, 2),
  };
  walk.do(letter.registrar, {
    act: 'start',
    entry: { ...letter.start, form: { ...letter.start.form, content } },
  });
  walk.do(letter.registrar, {
    act: 'importPeople',
    entry: { people: people.map((person, index) => ({ ...person, isRepresentative: index < 2 })) },
  });
  walk.wait(0.1, 0.3);
  receive(walk);
  return [{ taskCode, steps: walk.steps }];
}

/** A letter that was answered, and the review (复查) for which its petitioner asks. */
function composeReview({ walkFrom, startsAt, number, directory }: CaseInput): Story[] {
  const walk = walkFrom(startsAt);
  const letter = writeLetter(walk.random, number, walk.now(), 'hudong');
  advanceToExamination(walk, letter);
  accept(walk, directory, 'zhaomin', letter, { hasConsultation: true });
  instructAndImplement(walk, directory, letter);
  conclude(walk);

  const name = `reviewed-${number}`;
  walk.wait(2, 4);
  const review = walkFrom(walk.now());
  review.do(letter.registrar, { act: 'start', entry: { ...reviewOf(letter, review), reviewOf: name } });
  review.wait(0.1, 0.3);
  receive(review);
  return [
    { name, taskCode, steps: walk.steps },
    { taskCode, steps: review.steps },
  ];
}

function reviewOf({ start, title, demand }: Letter, walk: Walk): Letter['start'] {
  const content = {
    ...start.form.content,
    letterDate: localDateOf(walk.now()),
    letterTitle: `请求复查：${title}`,
    demand: `对答复意见不服，请求复查。${demand}`,
  };
  return { ...start, form: { ...start.form, content } };
}
