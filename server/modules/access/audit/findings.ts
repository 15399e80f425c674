import { type RecordProblem, sm3 } from './chain.ts';

/**
 * One deviation from the data that the portal wrote, as a line for the operator: the order or chain, and the
 * object.
 */
export interface Finding {
  chinese: string;
  /** Part of the id: a finding whose text changes must be acknowledged again. */
  english: string;
  /** The state that was found, so that another change of the same object is another finding. */
  evidence?: string | undefined;
  /** The object of a covered table. */
  coveredObject?: string;
}

/** Returns the id of a finding: a hash of its text and the found state. On the wire it is `mark`. */
export const findingIdOf = ({ english, evidence = '' }: Finding): string =>
  sm3(`finding\n${english}\n${evidence}`).slice(0, 32);

/** The owner of a chain, in both languages; an order by its public code. */
export interface ChainSubject {
  chinese: string;
  english: string;
}

export const orderSubject = (code: string): ChainSubject => ({
  chinese: `办件 ${code}`,
  english: `order ${code}`,
});
export const chainSubject = (chain: string): ChainSubject => ({
  chinese: `链 ${chain}`,
  english: `chain ${chain}`,
});

export function finding(subject: ChainSubject, chinese: string, english: string, evidence?: string): Finding {
  return { chinese: `${subject.chinese}：${chinese}`, english: `${subject.english}: ${english}`, evidence };
}

const problemTexts: Record<RecordProblem, (seq: number) => [chinese: string, english: string]> = {
  missing: (seq) => [`第 ${seq} 条审计记录之前的记录缺失`, `the link before link ${seq} is missing`],
  moved: (seq) => [`第 ${seq} 条审计记录与上一条接不上`, `link ${seq} does not continue the link before it`],
  changed: (seq) => [
    `第 ${seq} 条审计记录被改动或伪造`,
    `link ${seq}: its content was changed, or it was forged`,
  ],
  unkeyed: (seq) => [
    `第 ${seq} 条审计记录没有密钥签名，是伪造的`,
    `link ${seq} is not signed with the key: it was forged`,
  ],
};

export function problemFinding(
  subject: ChainSubject,
  seq: number,
  problem: RecordProblem,
  evidence?: string,
): Finding {
  return finding(subject, ...problemTexts[problem](seq), evidence);
}

/** Returns the Chinese and the English name of an object of `digestsOf`. */
export function objectNames(object: string): [chinese: string, english: string] {
  const [kind = '', name = ''] = object.split(/:(.*)/s);
  switch (kind) {
    case 'order':
      return ['登记信息（事项、标题、发起人等）', 'its registration (item, title, initiator …)'];
    case 'status':
      return ['办件状态、结果或办理期限', 'its status, result or due date'];
    case 'clock':
      return ['时限台账', 'the ledger of its time limit'];
    case 'applicant':
      return ['申请人信息', 'the applicant'];
    case 'events':
      return [`流转事件（版本 ${name}）`, `the events of version ${name}`];
    case 'opened':
      return [`轨迹 ${name} 的环节信息（环节、候选人、到达时间等）`, `what trace ${name} says of its node`];
    case 'finished':
      return [`轨迹 ${name} 的办理信息（办理人、意见、结果等）`, `what trace ${name} says of its handling`];
    case 'record':
      return [`撤回记录 ${name}`, `record ${name}`];
    case 'material-check':
      return [`材料核对 ${name}`, `check ${name} of its materials`];
    case 'form':
      return [`表单 ${name} 的内容`, `the content of form ${name}`];
    case 'form-change': {
      const [, code = name, version = ''] = /^(.*):(\d+)$/s.exec(name) ?? [];
      return [
        `表单 ${code} 的修改记录（版本 ${version}）`,
        `the change of form ${code} by version ${version}`,
      ];
    }
    case 'file':
      return [`附件 ${name}`, `file ${name}`];
    default:
      return [object, object];
  }
}
