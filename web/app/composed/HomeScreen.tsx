import { HomePage } from '#web/features/home/HomePage.tsx';
import { UrgeDialog } from '#web/features/urge/UrgeDialog.tsx';

/** 工作台, with 催办 of what waits for others. */
export function HomeScreen() {
  return <HomePage UrgeDialog={UrgeDialog} />;
}
