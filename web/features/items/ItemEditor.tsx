import { DownloadOutlined, StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#contract/endpoint.ts';
import { itemChanges } from '#contract/item-changes.ts';
import type { ItemSettings } from '#contract/item-settings.ts';
import { items } from '#contract/items.ts';
import type { PartChange } from '#domain/part-change.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { Changes } from '#web/toolkit/definitions/Changes.tsx';
import { DefinitionHead } from '#web/toolkit/definitions/DefinitionHead.tsx';
import { DraftLock } from '#web/toolkit/definitions/DraftLock.tsx';
import { PublishProblems } from '#web/toolkit/definitions/PublishProblems.tsx';
import { useDraft } from '#web/toolkit/definitions/use-draft.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { ItemFields } from './ItemFields.tsx';
import styles from './items.module.css';

type StoredItemVersion = OutputOf<typeof items.read>;

const recheckMilliseconds = 500;

/** Edits an item and publishes it; shows all validation problems at once, each at its setting. */
export function ItemEditor(props: {
  current: ItemSettings;
  /** Version number of the opened item, 0 for a new one, and whether that version is available. */
  baseVersion: { version: number; current: boolean };
  /** Current server version of the item; undefined for a new one. */
  storedItem: StoredItemVersion | undefined;
  choices: OutputOf<typeof items.choices>;
  returnPath: ReturnPath;
  /** Reopens the editor. */
  onLoad: () => void;
}) {
  const { current, storedItem, choices, returnPath, onLoad } = props;
  const [baseVersion, setBaseVersion] = useState(props.baseVersion);
  const over = baseVersion.version;
  const [message, setMessage] = useState<string>();
  const draft = useDraft(
    { kind: 'item', code: current.taskCode, nameOf: ({ name }: ItemSettings) => name },
    { content: current, over },
  );
  const { content: settings, setContent: setSettings, isDirty } = draft;
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [attempts, setAttempts] = useState(0);
  /** The open dialog, as it was opened: a version that loads later does not change it. */
  const [openDialog, setOpenDialog] = useState<{
    action: 'publish' | 'disable';
    subject?: string;
    changes?: readonly PartChange[];
  }>();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const checkAction = useAction(items.check);
  const publishMutation = useReportedMutation(items.publish, setMessage);
  const disableMutation = useReportedMutation(items.disable, setMessage);
  const [situation, setSituation] = useState(0);
  const [jump, setJump] = useState<{ field: string }>();
  const goToProblem = (field: string) => {
    const [, situationIndex] = /^situations\[(\d+)\]/.exec(field) ?? [];
    if (situationIndex !== undefined) setSituation(Number(situationIndex));
    setJump({ field });
  };
  useEffect(() => {
    if (!jump) return;
    const [head] = jump.field.split(/[.[]/);
    const ids = [jump.field, head].map((name) => `item-${name}`);
    ids
      .map((id) => document.getElementById(id))
      .find(Boolean)
      ?.focus();
  }, [jump]);

  const isSame =
    !isDirty && storedItem?.current === true && itemChanges(storedItem, settings, choices).length === 0;
  const unchangedText = draft.offeredDraft ? '请先恢复或放弃本机的修改' : '没有未发布的修改';

  const check = async () => {
    const outcome = await checkAction.run({ body: settings });
    setAttempts((before) => before + 1);
    if (outcome.kind === 'done') {
      setProblems(outcome.data.problems);
      if (outcome.data.problems.length === 0)
        setOpenDialog({ action: 'publish', ...publishSummary(storedItem, settings, choices) });
    } else if (outcome.kind === 'failed') {
      const serverProblems = isCallError(outcome.failure) ? outcome.failure.problems : [];
      if (serverProblems.length === 0) feedback.failure(outcome.failure);
      setProblems(serverProblems);
    }
  };
  const hasProblems = problems.length > 0;
  // Marked settings lose their problems while they are mended, not only at the next try to publish.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another content is checked again
  useEffect(() => {
    if (!hasProblems) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      call(items.check, { body: settings }, { signal: abort.signal }).then(
        ({ problems: found }) => setProblems(found),
        (failure) => {
          if (isCallError(failure) && failure.problems.length > 0) setProblems(failure.problems);
        },
      );
    }, recheckMilliseconds);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [settings]);
  const publish = async () => {
    const result = await publishMutation.mutation({ body: { ...settings, over: baseVersion } }, '事项已发布');
    setOpenDialog(undefined);
    if (!result) return;
    draft.deleteStoredDraft();
    void navigate('/business/items');
  };
  const disable = async () => {
    const body = { taskCode: settings.taskCode, over: baseVersion };
    if (await disableMutation.mutation({ body }, '事项已停用'))
      setBaseVersion({ ...baseVersion, current: false });
    setOpenDialog(undefined);
  };

  return (
    <Page
      title={settings.name || current.name || '事项'}
      {...returnPath}
      footer={
        <div className={styles.foot}>
          {isDirty ? (
            <strong>有未发布的修改</strong>
          ) : (
            <span>{storedItem || draft.offeredDraft ? unchangedText : '尚未发布'}</span>
          )}
          {storedItem?.current && (
            <Button
              danger
              icon={<StopOutlined aria-hidden />}
              onClick={() => setOpenDialog({ action: 'disable' })}
            >
              停用
            </Button>
          )}
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() =>
              saveFile(`${settings.taskCode}.json`, JSON.stringify(settings, null, 2), 'application/json')
            }
          >
            下载
          </Button>
          <Button
            type="primary"
            loading={checkAction.running}
            disabled={isSame || draft.offeredDraft !== undefined}
            title={isSame || draft.offeredDraft ? unchangedText : undefined}
            onClick={() => void check()}
          >
            发布
          </Button>
        </div>
      }
    >
      <DefinitionHead
        draft={draft}
        code={settings.taskCode}
        over={over}
        newest={storedItem?.version ?? over}
        message={message}
        onLoad={onLoad}
        onOverwrite={() => {
          if (storedItem) setBaseVersion({ version: storedItem.version, current: storedItem.current });
          setMessage(undefined);
        }}
      >
        {storedItem === undefined
          ? '尚未发布'
          : storedItem.current
            ? `已发布第 ${storedItem.version} 版`
            : `第 ${storedItem.version} 版已停用，再次发布后恢复`}
      </DefinitionHead>
      <PublishProblems problems={problems} attempts={attempts} onGo={goToProblem} />
      <DraftLock draft={draft}>
        <ItemFields
          key={draft.replacements}
          situation={situation}
          onSituation={setSituation}
          settings={settings}
          choices={choices}
          problems={problems}
          onChange={(change) => setSettings({ ...settings, ...change })}
        >
          {storedItem && <Versions storedItem={storedItem} choices={choices} />}
        </ItemFields>
      </DraftLock>
      <UnsentGuard hasUnsavedInput={draft.hasUnsavedChanges} {...draft.leaveChoices} />
      {openDialog?.action === 'publish' && (
        <ConfirmDialog
          action="发布"
          code={settings.name}
          subject={openDialog.subject ?? ''}
          hasChoices={(openDialog.changes ?? []).length > 0}
          submitting={publishMutation.running}
          onConfirm={() => void publish()}
          onCancel={() => setOpenDialog(undefined)}
        >
          <p>新发起的办件使用流程和表单的最新版；在办件按各自开始时的版本办完。</p>
          {openDialog.changes?.length === 0 && <p>与已发布的版本没有差别。</p>}
          {openDialog.changes && openDialog.changes.length > 0 && <Changes changes={openDialog.changes} />}
        </ConfirmDialog>
      )}
      {openDialog?.action === 'disable' && (
        <ConfirmDialog
          action="停用"
          code={settings.name}
          dangerous
          submitting={disableMutation.running}
          onConfirm={() => void disable()}
          onCancel={() => setOpenDialog(undefined)}
        >
          <p>停用后不能再发起，在办件继续办理；以后可以再次发布。</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

/** Returns the version that publishing creates, and the changes against the published version. */
function publishSummary(
  storedItem: StoredItemVersion | undefined,
  settings: ItemSettings,
  choices: OutputOf<typeof items.choices>,
) {
  if (!storedItem) return { subject: '首次发布' };
  const changes = itemChanges(storedItem, settings, choices);
  const isSame = storedItem.current && changes.length === 0;
  return {
    changes,
    subject: isSame ? `仍为第 ${storedItem.version} 版` : `成为第 ${storedItem.version + 1} 版`,
  };
}

/** Returns `letter:3` as the name of the form or process with the version number. */
function versionText(id: string, nameOf: (code: string) => string | undefined): string {
  const [, code = id, version] = /^(.*):(\d+)$/.exec(id) ?? [];
  const name = nameOf(code) ?? code;
  return version === undefined ? name : `${name} 第 ${version} 版`;
}

function Versions({
  storedItem,
  choices,
}: {
  storedItem: StoredItemVersion;
  choices: OutputOf<typeof items.choices>;
}) {
  const nameOfProcess = (key: string) => choices.processes.find((each) => each.key === key)?.name;
  const nameOfForm = (code: string) => choices.forms.find((each) => each.code === code)?.name;
  return (
    <Card id="item-part-versions" title="版本">
      <WideTable
        label="版本列表"
        columns={['版本', '发布', '流程版本', '表单版本', { title: '在办件数', kind: 'number' }]}
      >
        {storedItem.versions.map((row) => (
          <tr key={row.version}>
            <th scope="row">第 {row.version} 版</th>
            <td className={cells.quiet}>
              <DateTime value={row.publishedAt} />
            </td>
            <td>{versionText(row.processId, nameOfProcess)}</td>
            <td>{row.formIds.map((id) => versionText(id, nameOfForm)).join('、')}</td>
            <td className={cells.number}>{row.running}</td>
          </tr>
        ))}
      </WideTable>
    </Card>
  );
}
