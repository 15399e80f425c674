import { useQuery } from '@tanstack/react-query';
import { type RuleVersion, ruleLibrary } from '#contract/rule-library.ts';
import type { ConfiguredRule } from '#domain/rules/model.ts';
import { ruleChanges } from '#domain/rules/rule-changes.ts';
import { queryOf } from '#web/api/query-of.ts';
import { Changes } from '#web/toolkit/definitions/Changes.tsx';
import { VersionButtons, VersionsDialog } from '#web/toolkit/definitions/VersionsDialog.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';

interface VersionProps {
  /** The rule in the editor, with which a version is compared. */
  current: ConfiguredRule;
  /** Copies a version into the editor; undefined while the editor is locked. */
  onCopy: ((rule: ConfiguredRule, version: RuleVersion) => void) | undefined;
  isDirty: boolean;
}

/** Shows the versions of a rule, each with what returning to it would change. */
export function RuleVersionsDialog(
  props: VersionProps & { versions: readonly RuleVersion[]; onClose: () => void },
) {
  const { versions, onClose, ...versionProps } = props;
  return (
    <VersionsDialog
      versions={versions}
      markOf={({ id }) => id === versions[0]?.id && '（当前）'}
      originOf={({ publishedBy, publishedAt }) => (
        <>
          {publishedBy} 发布于 <DateTime value={publishedAt} />
        </>
      )}
      onClose={onClose}
    >
      {(version) => <VersionContent version={version} {...versionProps} />}
    </VersionsDialog>
  );
}

function VersionContent({ version, current, onCopy, isDirty }: VersionProps & { version: RuleVersion }) {
  const read = useQuery(queryOf(ruleLibrary.version, { query: { id: version.id } }));
  const rule = read.data?.model as ConfiguredRule | undefined;
  const changes = rule && ruleChanges(current, rule);
  return (
    <>
      <VersionButtons
        onCopy={rule && onCopy && (() => onCopy(rule, version))}
        lossText={isDirty ? '未发布的修改不保留。' : undefined}
      />
      {read.isPending && <SkeletonRows rows={6} />}
      {read.isError && <FailureState compact failure={read.error} onRetry={() => void read.refetch()} />}
      {changes?.length === 0 && <p>与编辑中的内容相同。</p>}
      {changes && changes.length > 0 && (
        <>
          <p>取用后，编辑中的内容有以下变化：</p>
          <Changes changes={changes} />
        </>
      )}
    </>
  );
}
