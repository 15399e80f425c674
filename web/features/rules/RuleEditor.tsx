import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import type { ListedRule, RuleVersion } from '#contract/rule-library.ts';
import { withoutForeignParts } from '#domain/rules/editing.ts';
import type { ConfiguredRule } from '#domain/rules/model.ts';
import { DefinitionHead } from '#web/toolkit/definitions/DefinitionHead.tsx';
import { DraftLock } from '#web/toolkit/definitions/DraftLock.tsx';
import { goToControl } from '#web/toolkit/definitions/go-to-control.ts';
import { useDraft } from '#web/toolkit/definitions/use-draft.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { PublishRuleDialog } from './PublishRuleDialog.tsx';
import { RuleContent } from './RuleContent.tsx';
import { RuleHead } from './RuleHead.tsx';
import { RuleUses } from './RuleUses.tsx';
import { RuleVersionsDialog } from './RuleVersionsDialog.tsx';
import styles from './rules.module.css';
import { TestBench } from './TestBench.tsx';

/** Edits a rule: its head, its parameters, its conditions, script or steps, and beside or below them its trials. */
export function RuleEditor(props: {
  current: ConfiguredRule;
  /** Current version number; 0 for a new rule. */
  over: number;
  versions: readonly RuleVersion[];
  /** All published rules. */
  rules: readonly ListedRule[];
  returnPath: ReturnPath;
  /** Reopens the editor. */
  onLoad: () => void;
}) {
  const { current, versions, rules, returnPath, onLoad } = props;
  const [over, setOver] = useState(props.over);
  const [message, setMessage] = useState<string>();
  const { id: code } = current.ruleBase;
  const draft = useDraft(
    { kind: 'rule', code, nameOf: ({ ruleBase }: ConfiguredRule) => ruleBase.name },
    { content: current, over },
  );
  const { content: rule, setContent: setRule, isDirty } = draft;
  const [isPublishing, setPublishing] = useState(false);
  const [showsVersions, setShowsVersions] = useState(false);
  const feedback = useFeedback();
  const json = useMemo(() => JSON.stringify(withoutForeignParts(rule), null, 2), [rule]);
  const [newest] = versions;
  /** True for a published rule without changes: publishing would create no version. */
  const isUnchanged = over > 0 && !isDirty;
  return (
    <Page
      title={rule.ruleBase.name || '规则'}
      {...returnPath}
      actions={
        <>
          {newest && <Button onClick={() => setShowsVersions(true)}>版本</Button>}
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveFile(`${code}.json`, json, 'application/json')}
          >
            下载
          </Button>
          <Button
            type="primary"
            disabled={draft.offeredDraft !== undefined || isUnchanged}
            title={isUnchanged ? '没有未发布的修改' : undefined}
            onClick={() => setPublishing(true)}
          >
            发布
          </Button>
        </>
      }
    >
      <DefinitionHead
        draft={draft}
        code={code}
        isDirty={isDirty}
        over={over}
        newest={newest?.version ?? over}
        message={message}
        onLoad={onLoad}
        onOverwrite={() => {
          setOver(newest?.version ?? over);
          setMessage(undefined);
        }}
      >
        {newest ? (
          <>
            当前第 {newest.version} 版，{newest.publishedBy} <DateTime value={newest.publishedAt} /> 发布
          </>
        ) : (
          '尚未发布'
        )}
      </DefinitionHead>
      <DraftLock draft={draft}>
        <div className={styles.work}>
          <div className={styles.parts}>
            <RuleHead rule={rule} onChange={setRule} />
            <RuleContent key={draft.replacements} rule={rule} rules={rules} onChange={setRule} />
            {over > 0 && <RuleUses usedBy={rules.find((row) => row.code === code)?.usedBy ?? []} />}
          </div>
          <div className={styles.bench}>
            <TestBench key={draft.replacements} rule={rule} rules={rules} json={json} onChange={setRule} />
          </div>
        </div>
      </DraftLock>
      <UnsentGuard hasUnsavedInput={draft.hasUnsavedChanges} {...draft.leaveChoices} />
      {showsVersions && (
        <RuleVersionsDialog
          versions={versions}
          current={rule}
          isDirty={isDirty}
          onCopy={
            draft.offeredDraft
              ? undefined
              : (copied, { version }) => {
                  draft.replaceContent(copied);
                  feedback.success(`已取用第 ${version} 版的内容，发布后成为新版本`);
                  setShowsVersions(false);
                }
          }
          onClose={() => setShowsVersions(false)}
        />
      )}
      {isPublishing && (
        <PublishRuleDialog
          editorText={json}
          over={over}
          onDataChanged={(text) => {
            setMessage(text);
            setPublishing(false);
          }}
          onGo={(field) => {
            setPublishing(false);
            // The dialog gives the focus back to its button first.
            setTimeout(() => goToControl(field), 300);
          }}
          onPublished={({ version }) => {
            setOver(version);
            setMessage(undefined);
            draft.deleteStoredDraft();
            setPublishing(false);
          }}
          onClose={() => setPublishing(false)}
        />
      )}
    </Page>
  );
}
