/** A drawing process of tests, which does what its document's title says. */
process.on('message', ({ id, document }: { id: number; document: string }) => {
  const { title } = JSON.parse(document) as { title: string };
  if (title === 'dies') process.exit(1);
  if (title === 'never') return;
  if (title === 'hungry') {
    const eaten = [];
    for (let times = 0; times < 40; times += 1) eaten.push(Buffer.alloc(10_000_000, times));
    process.on('exit', () => eaten.length);
    return;
  }
  if (title === 'fails') process.send?.({ id, failure: 'the reason' });
  else process.send?.({ id, pdf: new TextEncoder().encode(`${process.pid}`), pages: 1 });
});
process.on('disconnect', () => process.exit(0));
