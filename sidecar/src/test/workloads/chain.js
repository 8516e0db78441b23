'use strict';

function leaf(n) {
  let s = 0;
  for (let i = 0; i < n; i++) s = (s * 31 + i) | 0;
  return s;
}

function middle(n) {
  const list = [];
  for (let i = 0; i < 500; i++) list.push({key: String((i * 7919) % 1000), value: i});
  list.sort((a, b) => (a.key < b.key ? -1 : 1));
  const text = JSON.stringify(list);
  return leaf(n) + JSON.parse(text).length + text.replace(/[0-9]+/g, 'x').length;
}

function outer(n) {
  return middle(n) + new Map(Object.entries({a: n})).size;
}

let sink = 0;
for (;;) sink += outer(20000);
