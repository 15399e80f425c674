import { Link } from 'react-router';
import type { InstallationFigures, InstallationState } from '#contract/installation.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { AccessCard } from './AccessCard.tsx';
import { ComponentsCard } from './ComponentsCard.tsx';
import { HealthSummary } from './HealthSummary.tsx';
import { healthFindingsOf } from './health-checks.ts';
import { InstallationCard } from './InstallationCard.tsx';
import styles from './installation.module.css';
import { JobsCard } from './JobsCard.tsx';
import { QueuesCard } from './QueuesCard.tsx';
import { SafetyCard } from './SafetyCard.tsx';
import { StorageCard } from './StorageCard.tsx';

/** Shows the state of the installation on one page: problems first, then the figures, then the installation. */
export function InstallationBoard(props: {
  installation: InstallationState;
  figures: InstallationFigures;
  readAt: Date;
}) {
  const { installation, figures, readAt } = props;
  const findings = healthFindingsOf(installation, figures, new Date());
  const { database } = figures;
  return (
    <div className={styles.board}>
      <Card>
        <HealthSummary findings={findings}>
          <span className={styles.updated}>
            {minuteText(readAt).slice(11)} 更新，每 15 秒一次 <Link to="/help#系统运行">页面说明</Link>
          </span>
        </HealthSummary>
      </Card>
      <div className={styles.columns}>
        <div className={styles.cards}>
          <ComponentsCard figures={figures} />
          <QueuesCard database={database} />
          <JobsCard database={database} />
        </div>
        <div className={styles.cards}>
          <SafetyCard figures={figures} />
          <AccessCard access={installation.access} />
          <StorageCard figures={figures} />
        </div>
        <InstallationCard installation={installation} />
      </div>
    </div>
  );
}
