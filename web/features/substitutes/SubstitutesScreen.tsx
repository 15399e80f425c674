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
  const mine = useQuery(queryOf(substitutes.mine, {}));
  const [setting, setSetting] = useState(false);
  const [ending, setEnding] = useState<SubstituteRule>();
  return (
    <Page
      title="外出委托"
      {...returnPath}
      actions={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setSetting(true)}>
          新建委托
        </Button>
      }
    >
      <div className={styles.sides}>
        <Card title="我的代理人">
          {mine.isPending && <SkeletonRows rows={4} />}
          {mine.isError && <FailureState failure={mine.error} onRetry={() => void mine.refetch()} />}
          {mine.isSuccess && (
            <RuleList
              rules={mine.data.mine}
              shows="substitute"
              empty={{ title: '没有代理人', hint: '外出时新建委托，期间您的待办由代理人办理。' }}
              onEnd={setEnding}
            />
          )}
        </Card>
        <Card title="我代理的人">
          {mine.isPending && <SkeletonRows rows={4} />}
          {mine.isSuccess && (
            <RuleList
              rules={mine.data.forOthers}
              shows="absent"
              empty={{ title: '没有代理他人', hint: '同事委托您代理时，会显示在这里。' }}
            />
          )}
        </Card>
      </div>
      {setting && <RuleDialog onClose={() => setSetting(false)} />}
      {ending && <EndRuleDialog rule={ending} onClose={() => setEnding(undefined)} />}
    </Page>
  );
}
