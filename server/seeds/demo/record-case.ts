import type { RecordEntry, Story } from './office-actions.ts';
import { handleNode, writeApplication } from './permit-stories.ts';
import type { StaffDirectory } from './staff-directory.ts';
import type { Walk } from './walk.ts';

/** One or two orders of the demo with side records. */
export interface RecordCase {
  /** Days that have passed since the last step; 0 by default. */
  restDays?: number;
  compose(input: CaseInput): Story[];
}

export interface CaseInput {
  /** Returns a walk that begins at this time. */
  walkFrom(from: Date): Walk;
  startsAt: Date;
  /** Number of the first applicant; the next one belongs to the case, too. */
  number: number;
  directory: StaffDirectory;
}

export const permitPeople = {
  clerk: 'wangfang',
  reviewer: 'chenjing',
  examiner: 'dengtao',
  /** Confirms special procedures and refunds, and decides on permits. */
  decider: 'pengbo',
  leader: 'chengliwei',
} as const;

/** Makes a case of one application for a permit, which begins at the counter. */
export function permitCase(perform: (walk: Walk, number: number) => void, restDays = 0): RecordCase {
  return {
    restDays,
    compose({ walkFrom, startsAt, number }) {
      const walk = walkFrom(startsAt);
      walk.do(permitPeople.clerk, { act: 'start', entry: writeApplication(walk, number).start });
      walk.wait(0.05, 0.3);
      perform(walk, number);
      return [{ taskCode: 'permit-application', steps: walk.steps }];
    },
  };
}

export function change(walk: Walk, person: string, entry: RecordEntry): void {
  walk.do(person, { act: 'record', entry });
}

function reachReceipt(walk: Walk): void {
  handleNode(walk, permitPeople.reviewer, 'preview', 'pass', '材料形式审查通过');
  walk.wait(0.05, 0.3);
}

export function reachAcceptance(walk: Walk): void {
  reachReceipt(walk);
  handleNode(walk, permitPeople.clerk, 'receive', 'receive', '纸质材料已核对原件');
  walk.wait(0.1, 0.4);
}

export function reachExamination(walk: Walk): void {
  reachAcceptance(walk);
  handleNode(walk, permitPeople.examiner, 'accept', 'accept', '申请材料齐全，符合法定形式，予以受理');
  walk.wait(0.1, 0.4);
}
