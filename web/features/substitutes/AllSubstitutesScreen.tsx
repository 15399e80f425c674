import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type SubstituteRule, substitutes } from '#contract/substitutes.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { EndRuleDialog } from './EndRuleDialog.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { daysOf, remarksOf, scopeOf, stateLabel } from './rule-texts.ts';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '人员', placeholder: '外出人员或代理人姓名' },
  {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: Object.entries(stateLabel).map(([value, { label }]) => ({ value, label })),
  },
];

const columns: readonly ListColumn<SubstituteRule>[] = [
  { key: 'absent', title: '外出人员', width: 90, wraps: true, render: ({ absent }) => absent.name },
  { key: 'absentOrg', title: '所在机构', width: 150, wraps: true, render: ({ absent }) => absent.orgName },
  { key: 'substitute', title: '代理人', width: 90, wraps: true, render: ({ substitute }) => substitute.name },
  {
    key: 'substituteOrg',
    title: '代理人机构',
    width: 170,
    wraps: true,
    hiddenByDefault: true,
    render: ({ substitute }) => substitute.orgName,
  },
  { key: 'days', title: '代理期间', width: 200, render: daysOf },
  { key: 'scope', title: '范围', width: 200, hint: scopeOf, render: scopeOf },
  { key: 'state', title: '状态', width: 90, render: ({ state }) => <StatusTag {...stateLabel[state]} /> },
  {
    key: 'reason',
    title: '原因',
    width: 110,
    hint: ({ reason }) => reason,
    render: ({ reason }) => reason || '—',
  },
  {
    key: 'remarks',
    title: '说明',
    width: 120,

    hint: remarksOf,
    render: (rule) => remarksOf(rule) || '—',
  },
];

/** Shows 代理管理: every rule of the office, and rules for those who cannot set their own. */
export function AllSubstitutesScreen() {
  const [isAdding, setAdding] = useState(false);
  const [ruleToEnd, setRuleToEnd] = useState<SubstituteRule>();
  return (
    <>
      <ListPage<SubstituteRule>
        name="all-substitutes"
        title="代理管理"
        source={(query) => listQueryOf(substitutes.all, query)}
        rowKey={({ id }) => id}
        filters={filters}
        columns={columns}
        tools={() => (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            设置代理人
          </Button>
        )}
        rowActions={(rule) =>
          rule.mayEnd
            ? [
                {
                  key: 'end',
                  label: rule.state === 'planned' ? '取消' : '结束',
                  danger: true,
                  onRun: () => setRuleToEnd(rule),
                },
              ]
            : []
        }
        empty={{ title: '没有代理关系', hint: '有人外出而未委托时，可以代为设置代理人。' }}
      />
      {isAdding && <RuleDialog isForOtherPerson onClose={() => setAdding(false)} />}
      {ruleToEnd && (
        <EndRuleDialog isOtherPersonsRule rule={ruleToEnd} onClose={() => setRuleToEnd(undefined)} />
      )}
    </>
  );
}
