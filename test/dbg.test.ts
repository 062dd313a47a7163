import { readFormTexts } from './nodes/shownTexts';
test('x', () => { const m = new Map<string, number>(); for (const t of readFormTexts().filter(({part}) => part === 'tooltip' || part === 'switch')) m.set(t.text, (m.get(t.text) ?? 0) + 1);
 const c = (s: string) => s.split(/\s+/).filter(Boolean).length; const all=[...m].filter(([t]) => c(t) === 11 || c(t)===12).sort((a,b)=>b[1]-a[1]); 
 let n10=0,n=0; for (const [t,k] of m) { n+=k; if (c(t)<=10) n10+=k; } require('fs').writeFileSync('/tmp/tips.txt', `${n10}/${n}\n`+all.map(([t,k])=>`${k} ${c(t)} ${t}`).join('\n')); });
