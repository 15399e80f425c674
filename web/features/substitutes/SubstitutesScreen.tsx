import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type SubstituteRule, substitutes } from '#contract/substitutes.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { EndRuleDialog } from './EndRuleDialog.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleList } from './RuleList.tsx';
import styles from './substitutes.module.css';

/** Shows 外出委托: the substitutes of the user, and the people for whom the user is a substitute. */
export function SubstitutesScreen() {
  const returnPath = useReturnPath('/');
  const rulesQuery = useQuery(queryOf(substitutes.mine, {}));
  const [isAdding, setAdding] = useState(false);
  const [ruleToEnd, setRuleToEnd] = useState<SubstituteRule>();
  return (
    <Page
      title="外出委托"
      {...returnPath}
      actions={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          新建委托
        </Button>
      }
    >
      <div className={styles.sides}>
        <Card title="我的代理人">
          {rulesQuery.isPending && <SkeletonRows rows={4} />}
          {rulesQuery.isError && (
            <FailureState failure={rulesQuery.error} onRetry={() => void rulesQuery.refetch()} />
          )}
          {rulesQuery.isSuccess && (
            <RuleList
              rules={rulesQuery.data.mine}
              person="substitute"
              empty={{ title: '没有代理人', hint: '外出时新建委托，期间您的待办由代理人办理。' }}
              onEnd={setRuleToEnd}
            />
          )}
        </Card>
        <Card title="我代理的人">
          {rulesQuery.isPending && <SkeletonRows rows={4} />}
          {rulesQuery.isSuccess && (
            <RuleList
              rules={rulesQuery.data.forOthers}
              person="absent"
              empty={{ title: '没有代理他人', hint: '同事委托您代理时，会显示在这里。' }}
            />
          )}
        </Card>
      </div>
      {isAdding && <RuleDialog onClose={() => setAdding(false)} />}
      {ruleToEnd && <EndRuleDialog rule={ruleToEnd} onClose={() => setRuleToEnd(undefined)} />}
    </Page>
  );
}
