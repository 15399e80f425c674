import { HomePage } from '#web/features/home/HomePage.tsx';
import { UrgeDialog } from '#web/features/urge/UrgeDialog.tsx';

/** Shows 工作台, with 催办 for orders that wait for others. */
export function HomeScreen() {
  return <HomePage UrgeDialog={UrgeDialog} />;
}
