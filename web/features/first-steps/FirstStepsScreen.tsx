import { CheckCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type FirstStepRow, type FirstSteps, firstSteps } from '#contract/first-steps.ts';
import { Permission } from '#domain/access/actor.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMe } from '#web/api/use-me.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { firstStepTexts } from './first-step-texts.ts';
import styles from './first-steps.module.css';

/**
 * Shows 开始使用: the steps that a new office needs before its first order, each with its screen and the people
 * who can do it.
 */
export function FirstStepsScreen() {
  // Loads the steps again on return, because they may have been done on another screen or by another person.
  const firstStepsQuery = useQuery({ ...queryOf(firstSteps.show, {}), refetchOnMount: 'always' });
  return (
    <Page title="开始使用">
      {firstStepsQuery.isPending && <SkeletonRows rows={10} />}
      {firstStepsQuery.isError && (
        <FailureState failure={firstStepsQuery.error} onRetry={() => void firstStepsQuery.refetch()} />
      )}
      {firstStepsQuery.data && <Steps {...firstStepsQuery.data} />}
    </Page>
  );
}

/** Shows the steps; in an office that has done all required ones, those that are done are folded. */
function Steps({ steps, figures, officeName }: FirstSteps) {
  const requiredSteps = steps.filter(({ isOptional }) => !isOptional);
  const doneCount = requiredSteps.filter(({ isDone }) => isDone).length;
  const nextStep = steps.find(({ isDone, isOptional, isMine }) => !isDone && !isOptional && isMine);
  const isReady = doneCount === requiredSteps.length;
  const foldedSteps = isReady ? steps.filter(({ isDone }) => isDone) : [];
  const foldedOptionalCount = foldedSteps.filter(({ isOptional }) => isOptional).length;
  const renderSteps = (shownSteps: readonly FirstStepRow[]) => (
    <ol className={styles.steps}>
      {shownSteps.map((step) => (
        <Step key={step.code} step={step} figures={figures} isNext={step === nextStep} />
      ))}
    </ol>
  );
  return (
    <Card
      title={isReady ? `${officeName}已可以受理办件` : '开始使用前要完成的设置'}
      extra={<span className={styles.done}>{`必做项已完成 ${doneCount} / ${requiredSteps.length}`}</span>}
    >
      {!isReady && (
        <p className={styles.package}>
          已有另一套系统的配置？可以<Link to="/business/office-package">导入办公配置包</Link>，不必逐项录入。
        </p>
      )}
      <progress
        className={styles.progress}
        value={doneCount}
        max={requiredSteps.length}
        aria-label="设置进度"
      />
      {isReady && <NextScreens />}
      {renderSteps(steps.filter((step) => !foldedSteps.includes(step)))}
      {foldedSteps.length > 0 && (
        <details className={styles.folded}>
          <summary>
            查看已完成的必做 {doneCount} 项{foldedOptionalCount > 0 && `、可选 ${foldedOptionalCount} 项`}
          </summary>
          {renderSteps(foldedSteps)}
        </details>
      )}
    </Card>
  );
}

const nextScreens: readonly { path: string; label: string; permission?: Permission }[] = [
  { path: '/business/items', label: '事项', permission: Permission.publishItem },
  { path: '/business/operation', label: '系统运行', permission: Permission.operateSystem },
  { path: '/help', label: '使用手册' },
];

/** Shows links to the next screens for an office that is ready, as far as this person may open them. */
function NextScreens() {
  const permissions = useMe()?.permissions ?? [];
  const screens = nextScreens.filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
  return (
    <p className={styles.nextScreens}>
      接下来可以查看：
      {screens.map(({ path, label }) => (
        <Link key={path} to={path}>
          {label}
        </Link>
      ))}
    </p>
  );
}

function Step(props: { step: FirstStepRow; figures: FirstSteps['figures']; isNext: boolean }) {
  const { step, figures, isNext } = props;
  const { title, purpose, path, action, count } = firstStepTexts[step.code];
  const openLabel = step.isOptional ? '可选' : '待完成';
  return (
    <li className={joinClasses(styles.step, isNext && styles.next)}>
      <span className={styles.sign}>{step.isDone && <CheckCircleFilled aria-hidden />}</span>
      <div className={styles.words}>
        <h3>
          {title}
          <StatusTag
            tone={step.isDone ? 'success' : step.isOptional ? 'neutral' : 'warning'}
            label={step.isDone ? '已完成' : openLabel}
          />
        </h3>
        <p>
          {purpose} {count && <span className={styles.count}>{count(figures)}</span>}
        </p>
      </div>
      <div className={styles.place}>{actionOfStep(step, path, action)}</div>
    </li>
  );
}

function actionOfStep(
  { isMine, isDone, doers, code }: FirstStepRow,
  path: string | undefined,
  action: string,
) {
  if (isMine && path !== undefined) return <Link to={path}>{isDone ? '查看' : action}</Link>;
  if (isDone) return null;
  if (doers.length > 0) return `由${doers.join('、')}办理`;
  return code === 'firstOrder' ? '还没有人能发起办件' : '还没有人有此权限，请先授予角色';
}
