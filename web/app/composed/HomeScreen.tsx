import { HomePage } from '#web/features/home/HomePage.tsx';
import { UrgeDialog } from './urge-dialogs.tsx';

/** Shows 工作台, with 催办 for orders that wait for others. */
export function HomeScreen() {
  return <HomePage UrgeDialog={UrgeDialog} />;
}
