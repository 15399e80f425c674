import styles from './substitute-card.module.css';

/** Shows the absent person for whom the user would act, above everything that is to be done. */
export function SubstituteCard({ nodeName, absentName }: { nodeName: string; absentName: string }) {
  return (
    <p className={styles.card} role="note">
      您正在代<strong>{absentName}</strong>办理“{nodeName}”环节，轨迹和打印件将写明由您代办。
    </p>
  );
}
