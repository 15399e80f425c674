import type { ReactNode } from 'react';
import { forms } from '#contract/forms.ts';
import { initialItemSettings } from '#contract/initial-item-settings.ts';
import { items } from '#contract/items.ts';
import { processes } from '#contract/processes.ts';
import { newForm } from '#domain/forms/editing.ts';
import { newPlan, newStep } from '#domain/workflow/steps/step-plan.ts';
import { FormScreen } from '#web/features/forms/FormScreen.tsx';
import { ItemScreen } from '#web/features/items/ItemScreen.tsx';
import { ProcessStepsScreen } from '#web/features/processes/ProcessStepsScreen.tsx';
import { type Answers, refuseWith, type SentCall } from '#web/features/work-orders/test-screen.tsx';

/** The three editors of definitions with the answers of a server, for tests of unsaved input. */

const at = '2026-11-20T02:00:00.000Z';
const formRow = (version: number) => ({
  id: `stall:${version}`,
  code: 'stall',
  name: '占道经营申请表',
  version,
  publishedAt: at,
  publishedBy: '肖涵',
  items: [],
});
const processRow = (version: number) => ({ ...formRow(version), key: 'stall', running: 0 });
const itemRow = (version: number) => ({
  taskCode: 'stall',
  name: '占道经营申请表',
  version,
  current: true,
  categoryName: '',
  orgName: '',
  processId: 'stall:1',
  processName: '',
  outdated: false,
  publishedAt: at,
  running: 0,
});
const choices = { categories: [], organisations: [], processes: [], forms: [] };

export interface Editor {
  kind: string;
  screen: ReactNode;
  path: string;
  /** Label of the field that the test types in. */
  field: string;
  /** Responses of a server without the record, or with this version of the record. */
  answers: (version: () => number) => Answers;
  /** Path of the call that is sent only if the record exists. */
  readPath: string;
  /** Responses that refuse to publish for a person who has not seen version 2. */
  publishAnswers: Answers;
}

export const refusalText = '该内容已由赵敏于 2026-11-20 10:05 发布第 2 版';
const refuseUnseen = ({ body }: SentCall) => {
  const { over } = body as { over: number | { version: number } };
  return (typeof over === 'number' ? over : over.version) === 2
    ? { ...processRow(3), taskCode: 'stall' }
    : refuseWith(40958, refusalText);
};
const planOf = (name: string) => ({
  ...newPlan('stall', name),
  forms: [{ form: 'stall', authority: 2 as const, fields: [] }],
  steps: [
    {
      ...newStep({ steps: [], forms: [] }),
      name: '决定',
      handlers: [{ kind: 'role' as const, id: 'handler', name: '经办人' }],
    },
  ],
});

export const editors: readonly Editor[] = [
  {
    kind: '表单',
    screen: <FormScreen />,
    path: '/:code',
    field: '表单名称',
    readPath: forms.versions.path,
    answers: (version) => ({
      [`GET ${forms.list.path}`]: () => ({
        rows: version() === 0 ? [] : [{ ...formRow(version()), fields: 1 }],
      }),
      [`GET ${forms.versions.path}`]: () => ({ rows: [formRow(version())] }),
      [`GET ${forms.version.path}`]: () => ({ model: newForm('stall', `第 ${version()} 版`) }),
    }),
    publishAnswers: {
      [`POST ${forms.check.path}`]: () => ({
        problems: [],
        hints: [],
        form: { code: 'stall', name: '占道', current: 1 },
        changes: [],
      }),
      [`POST ${forms.publish.path}`]: refuseUnseen,
    },
  },
  {
    kind: '流程',
    screen: <ProcessStepsScreen />,
    path: '/:key',
    field: '流程名称',
    readPath: processes.version.path,
    answers: (version) => ({
      [`GET ${processes.overview.path}`]: () => ({ rows: version() === 0 ? [] : [processRow(version())] }),
      [`GET ${processes.forms.path}`]: () => ({ rows: [] }),
      [`GET ${processes.version.path}`]: () => ({ nodes: [], plan: planOf(`第 ${version()} 版`) }),
    }),
    publishAnswers: {
      [`POST ${processes.lint.path}`]: () => ({
        problems: [],
        hints: [],
        process: { key: 'stall', name: '占道', current: 1 },
        changes: [],
      }),
      [`POST ${processes.publish.path}`]: refuseUnseen,
    },
  },
  {
    kind: '事项',
    screen: <ItemScreen />,
    path: '/:taskCode',
    field: '事项名称',
    readPath: items.read.path,
    answers: (version) => ({
      [`GET ${items.list.path}`]: () => ({
        rows: version() === 0 ? [] : [itemRow(version())],
        categories: [],
      }),
      [`GET ${items.choices.path}`]: () => choices,
      [`GET ${items.read.path}`]: () => ({
        settings: initialItemSettings('stall', `第 ${version()} 版`),
        version: version(),
        current: true,
        versions: [],
      }),
    }),
    publishAnswers: {
      [`POST ${items.check.path}`]: () => ({ problems: [] }),
      [`POST ${items.publish.path}`]: refuseUnseen,
    },
  },
];
