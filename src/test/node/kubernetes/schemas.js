// Holds manifests against the schemas of Kubernetes and of the Prometheus Operator, and prints what is wrong with them,
// by manifest, as one JSON object. Those without a fault are left out.
// node schemas.js <a file with a JSON array of manifests>

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

// Of each kind the class that knows its schema.
function model({ apiVersion, kind }) {
  const home = apiVersion.startsWith('monitoring.coreos.com/') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return require(`${home}/${apiVersion}/${kind}`)[kind];
}

// The schemas let members pass that they do not know, and Kubernetes drops those: a probe with a slip in its name is no
// probe. A validator reads every member that it knows, so the unknown ones are those that it never reads.
function watched(value, place, reads) {
  if (value === null || typeof value !== 'object') {
    return value;
  }
  return new Proxy(value, {
    get(target, name) {
      if (!Object.hasOwn(target, name)) {
        return Reflect.get(target, name);
      }
      reads.add(`${place}/${String(name)}`);
      return watched(target[name], `${place}/${String(name)}`, reads);
    },
  });
}

function unread(value, place, reads) {
  if (value === null || typeof value !== 'object') {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const path = `${place}/${name}`;
    return reads.has(path) ? unread(member, path, reads) : [`${path} is unknown`];
  });
}

function faults(manifest) {
  const reads = new Set();
  try {
    model(manifest).prototype.validate.call(watched(manifest, '', reads));
  } catch (failure) {
    return [failure.message];
  }
  return unread(manifest, '', reads);
}

const manifests = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const found = manifests
  .map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, faults(manifest)])
  .filter(([, itsFaults]) => itsFaults.length > 0);
process.stdout.write(`${JSON.stringify(Object.fromEntries(found))}\n`);
