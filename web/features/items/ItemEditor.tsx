import { Button } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#contract/endpoint.ts';
import type { ItemSettings } from '#contract/item-settings.ts';
import { items } from '#contract/items.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import type { WayBack } from '#web/toolkit/page/use-way-back.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { ItemFields } from './ItemFields.tsx';
import styles from './items.module.css';
import { useItemDeed } from './use-item-deed.ts';

type Read = OutputOf<typeof items.read>;

/** Describes an item and puts it on offer; what stands against it is told all at once, each at its setting. */
export function ItemEditor(props: {
  standing: ItemSettings;
  /** Undefined for a new one. */
  read: Read | undefined;
  choices: OutputOf<typeof items.choices>;
  way: WayBack;
}) {
  const { read, choices, way } = props;
  const [standing] = useState(props.standing);
  const [settings, setSettings] = useState(standing);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [asked, setAsked] = useState<'offer' | 'withdraw'>();
  const [faultyText, setFaultyText] = useState(false);
  const feedback = useFeedback();
  const navigate = useNavigate();
  const checking = useAction(items.check);
  const offering = useItemDeed(items.offer);
  const withdrawing = useItemDeed(items.withdraw);
  const saved = useRef(false);
  const dirty = useRef(false);
  dirty.current = !saved.current && JSON.stringify(settings) !== JSON.stringify(standing);
  const unsent = useCallback(() => dirty.current, []);

  const check = async () => {
    const outcome = await checking.run({ body: settings });
    if (outcome.kind === 'done') {
      setProblems(outcome.data.problems);
      if (outcome.data.problems.length === 0) setAsked('offer');
    } else if (outcome.kind === 'failed') {
      const found = isCallError(outcome.failure) ? outcome.failure.problems : [];
      if (found.length === 0) feedback.failure(outcome.failure);
      setProblems(found);
    }
  };
  const offer = async () => {
    const answer = await offering.deed({ body: settings }, '事项已发布');
    setAsked(undefined);
    if (!answer) return;
    saved.current = true;
    void navigate('/business/items');
  };
  const withdraw = async () => {
    const answer = await withdrawing.deed({ body: { taskCode: settings.taskCode } }, '事项已停用');
    setAsked(undefined);
    if (answer) saved.current = true;
  };

  return (
    <Page
      title={settings.name || '事项'}
      {...way}
      actions={
        <>
          {read?.current && (
            <Button size="small" danger onClick={() => setAsked('withdraw')}>
              停用
            </Button>
          )}
          <Button
            size="small"
            type="primary"
            disabled={faultyText}
            loading={checking.running}
            onClick={() => void check()}
          >
            发布
          </Button>
        </>
      }
    >
      <p className={styles.state}>
        编码 {settings.taskCode}，
        {read === undefined
          ? '尚未发布'
          : read.current
            ? `已发布第 ${read.version} 版`
            : `第 ${read.version} 版已停用，再次发布后恢复`}
        {dirty.current && <strong>有未发布的修改</strong>}
      </p>
      {problems.length > 0 && (
        <div role="alert" className={styles.found}>
          <strong>发布前须改正 {problems.length} 处：</strong>
          <ul>
            {problems.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <ItemFields
        settings={settings}
        choices={choices}
        problems={problems}
        onFaultyText={setFaultyText}
        onChange={(change) => setSettings({ ...settings, ...change })}
      />
      {read && <Versions read={read} />}
      <UnsentGuard unsent={unsent} isTo="saved" />
      {asked === 'offer' && (
        <ConfirmDialog
          action="发布"
          code={settings.name}
          subject={read ? `成为第 ${read.version + 1} 版` : '首次发布'}
          submitting={offering.running}
          onConfirm={() => void offer()}
          onCancel={() => setAsked(undefined)}
        >
          <p>新发起的办件使用流程和表单的最新版；在办件按各自开始时的版本办完。没有改动时版本不变。</p>
        </ConfirmDialog>
      )}
      {asked === 'withdraw' && (
        <ConfirmDialog
          action="停用"
          code={settings.name}
          dangerous
          submitting={withdrawing.running}
          onConfirm={() => void withdraw()}
          onCancel={() => setAsked(undefined)}
        >
          <p>停用后不能再发起，在办件继续办理；以后可以再次发布。</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function Versions({ read }: { read: Read }) {
  return (
    <Card title="版本">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">版本</th>
            <th scope="col">发布</th>
            <th scope="col">流程版本</th>
            <th scope="col">表单版本</th>
            <th scope="col">在办件数</th>
          </tr>
        </thead>
        <tbody>
          {read.versions.map((row) => (
            <tr key={row.version}>
              <th scope="row">第 {row.version} 版</th>
              <td className={styles.quiet}>
                <DateTime value={row.publishedAt} />
              </td>
              <td>{row.processId}</td>
              <td>{row.formIds.join('、')}</td>
              <td>{row.running}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
