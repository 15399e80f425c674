import type { z } from 'zod';
import type { petitionHistory } from '#contract/petition-history.ts';
import type { DaySpan, FilterValues } from '../../toolkit/list-model/list-types.ts';

/** The petitioner: the one of an order, identified by the order, or a person identified by numbers. */
export type Petitioner =
  | { kind: 'order'; code: string; applicantTerm: string }
  | {
      kind: 'person';
      /** Task code of the item that is being registered. */
      taskCode: string;
      applicantTerm: string;
      name: string;
      certTyp: string;
      certNum: string;
      contTel: string;
    };

type Body = z.input<typeof petitionHistory.ofPetitioner.body>;

/** Returns the filters by the names of the call; empty ones are left out. */
export function historyBody(values: FilterValues, page: { page: number; size: number }): Body {
  const text = (name: string) => {
    const value = values[name];
    const joined = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value.trim() : '';
    return joined === '' ? undefined : joined;
  };
  const { from, to } = (values.petLetDt ?? {}) as DaySpan;
  const names = [
    'name',
    'certTyp',
    'certNum',
    'contTel',
    'lettTtl',
    'petLetFm',
    'txMode',
    'probCls',
    'workOrdCd',
  ];
  const request = {
    ...Object.fromEntries(names.map((name) => [name, text(name)])),
    startTime: from,
    endTime: to,
  };
  return {
    ...page,
    ...Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)),
  };
}

/**
 * Returns the item that is being registered, if its certificate is the one in the query; for another
 * certificate it is irrelevant.
 */
export function registeredItem(
  petitioner: Extract<Petitioner, { kind: 'person' }>,
  { certTyp, certNum }: Body,
): Pick<Body, 'taskCode'> {
  const isSamePerson =
    certNum !== undefined && certNum === petitioner.certNum.trim() && certTyp === petitioner.certTyp;
  return isSamePerson ? { taskCode: petitioner.taskCode } : {};
}
