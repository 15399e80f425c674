import { hasRecordAtVisit } from './at-visit.ts';
import type { RecordCommand, RecordRules } from './record-rules.ts';
import { RecordKind } from './side-record.ts';
import { dayOf, problemsOfText, refuseInput, refuseState } from './texts-of-input.ts';

/** Grounds for which the handling of a matter may stand still. */
export const SuspensionGround = {
  authorityAnswer: 'authority-answer',
  otherCase: 'other-case',
  applicantRequest: 'applicant-request',
  successor: 'successor',
  forceMajeure: 'force-majeure',
  other: 'other',
} as const;
export type SuspensionGround = (typeof SuspensionGround)[keyof typeof SuspensionGround];

export const suspensionGroundLabel: Record<SuspensionGround, string> = {
  [SuspensionGround.authorityAnswer]: '等待有权机关作出解释或者确认',
  [SuspensionGround.otherCase]: '须以其他案件或者事项的处理结果为依据',
  [SuspensionGround.applicantRequest]: '申请人请求中止',
  [SuspensionGround.successor]: '申请人死亡或者终止，等待确定权利义务承受人',
  [SuspensionGround.forceMajeure]: '不可抗力',
  [SuspensionGround.other]: '其他法定情形',
};

export interface SuspensionData {
  ground: SuspensionGround;
  reason: string;
  /** Reason for resuming; undefined while the matter stands still. */
  resumeReason?: string;
}

export interface SuspendInput {
  ground: SuspensionGround;
  reason: string;
}
export interface ResumeInput {
  reason: string;
}

export type SuspensionState = 'suspended' | 'resumed' | 'cancelled';

const suspend: RecordCommand<SuspensionState, SuspensionData, SuspendInput> = {
  label: '中止',
  from: ['none'],
  by: ['handler'],
  refuse: (position) =>
    hasRecordAtVisit(position, RecordKind.suspension, ['suspended']) ? refuseState('该环节已中止办理') : null,
  decide(_position, { ground, reason }) {
    const refusal = refuseInput(problemsOfText('reason', reason, '中止原因'));
    if (refusal) return refusal;
    return {
      state: 'suspended',
      data: { ground, reason },
      tell: [
        {
          to: 'applicant',
          text: `您的办件已中止办理：${suspensionGroundLabel[ground]}。恢复办理时另行告知。`,
        },
      ],
      text: `${suspensionGroundLabel[ground]}：${reason}`,
    };
  },
};

const resume: RecordCommand<SuspensionState, SuspensionData, ResumeInput> = {
  label: '恢复办理',
  from: ['suspended'],
  by: ['handler', 'leader'],
  decide({ record }, { reason }) {
    const refusal = refuseInput(problemsOfText('reason', reason, '恢复原因'));
    if (refusal || !record) return refusal ?? refuseState('该办件未中止');
    return {
      state: 'resumed',
      data: { ...record.data, resumeReason: reason },
      tell: [
        { to: 'applicant', text: '您的办件已恢复办理，办理期限相应顺延。' },
        { to: 'handlers', text: `办件已恢复办理：${reason}` },
      ],
      text: reason,
    };
  },
};

/** Suspension of a matter (中止): its handling and its clock stand still until it is resumed. */
export const suspensionRules = {
  kind: RecordKind.suspension,
  states: {
    suspended: {
      label: '中止中',
      isOpen: true,
      stopsClock: true,
      blocksTask: true,
      holdsOrder: 'completion',
    },
    resumed: { label: '已恢复', isOpen: false },
    cancelled: { label: '已随环节结束', isOpen: false },
  },
  commands: { suspend, resume },
  closedWithTask: 'cancelled',
  tellClosed: (_record, { cause, orderEnded }) => [
    ...(orderEnded ? [] : [{ to: 'applicant', text: '您的办件已恢复办理，办理期限相应顺延。' } as const]),
    { to: 'opener', text: `中止已随${cause}结束` },
  ],
  facts: {
    values: ['情形', '原因', '起始日期', '恢复日期', '恢复原因'],
    of: ({ data, pauses }) => ({
      情形: suspensionGroundLabel[data.ground],
      原因: data.reason,
      起始日期: dayOf(pauses.at(-1)?.from),
      恢复日期: dayOf(pauses.at(-1)?.until),
      恢复原因: data.resumeReason ?? '',
    }),
  },
  isOffered: ({ suspension }) => suspension.enabled,
} satisfies RecordRules<SuspensionState, SuspensionData>;
