import { basename } from 'node:path';
import type {
  BaseSequencer,
  Reporter,
  TestModule,
  TestProject,
  TestSpecification,
  Vitest,
  VitestPluginContext,
} from 'vitest/node';
import { shardOfCheck, UNDIVIDED } from '../run/shards.ts';
import { githubAnnotations, reportsToGithub } from './github.ts';
import { type Announced, type Concluded, FILE_ENDING } from './protocol.ts';

/** Of several conclusions the one that weighs most: nothing judged, then broken, then undecided. */
const WORST_FIRST = [2, 1, 3, 0];

/**
 * For the configuration of the project whose tests are the checks: tells its tests what was chosen before the first one
 * asks, so that what is left out is not sent, and gives vitest the exit code of the command. It works beside any
 * reporter.
 */
export function conformancePlugin() {
  return {
    name: 'chatspec',
    configureVitest({ vitest, project }: VitestPluginContext) {
      // The sections share one run: whatever the command line says of workers, it takes one that keeps its modules.
      Object.assign(project.config, { isolate: false, fileParallelism: false, maxWorkers: 1 });
      let run = 0;
      const github = reportsToGithub(vitest.config.reporters);
      vitest.config.sequence.sequencer = withOwnShards(vitest.config.sequence.sequencer, project);
      const reporter: Reporter = {
        onTestRunStart(specifications) {
          const own = specifications.filter((specification) => specification.project === project);
          const { testNamePattern: pattern, shard } = vitest.config;
          const announced: Announced = {
            run: ++run,
            files: own.map(({ moduleId }) => moduleId),
            ...(pattern && { pattern: [pattern.source, pattern.flags] as const }),
            ...(shard && { shard: { index: shard.index, of: shard.count } }),
          };
          project.provide('chatspec', announced);
        },
        onTestRunEnd(modules, errors, reason) {
          for (const line of github
            ? modules.filter((m) => m.project === project).flatMap(githubAnnotations)
            : [])
            process.stdout.write(`\n${line}\n`);
          const found = modules.map(conclusionOf).filter((c) => c !== undefined);
          const worst = WORST_FIRST.map((code) => found.find((c) => c.exitCode === code)).find((c) => c);
          if (!worst) return;
          // There are several where the reports of shards are merged.
          for (const { statement, folder } of found)
            process.stderr.write(`\n${statement}\n${folder ? `report in ${folder}\n` : ''}`);
          const others = errors.length > 0 || modules.some((m) => m.project !== project && !m.ok());
          if (!others && reason !== 'interrupted') process.exitCode = worst.exitCode;
        },
      };
      vitest.config.reporters.push(reporter as never);
    },
  };
}

type Sequencer = Vitest['config']['sequence']['sequencer'];

/** vitest's own shards divide files by their names: those of the checks are divided as for the command. */
function withOwnShards(Base: Sequencer, project: TestProject): Sequencer {
  return class extends (Base as typeof BaseSequencer) {
    override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
      const { index, count } = this.ctx.config.shard!;
      const shardOf = shardOfCheck(count);
      const own = new Set(
        [...UNDIVIDED].flatMap(([name, [check]]) => (shardOf(check!) === index ? name + FILE_ENDING : [])),
      );
      const others = files.filter((file) => file.project !== project);
      return [
        ...files.filter((file) => file.project === project && own.has(basename(file.moduleId))),
        ...(others.length > 0 ? await super.shard(others) : []),
      ];
    }
  };
}

function conclusionOf(module: TestModule): Concluded | undefined {
  return module.meta().concluded;
}
