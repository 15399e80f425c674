package bench;

import java.util.List;
import org.flowable.engine.TaskService;
import org.flowable.task.api.Task;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Flowable's process engine with its published REST interface; no login, which favours it. */
@SpringBootApplication
public class FlowableServer {
  public static void main(String[] arguments) {
    SpringApplication.run(FlowableServer.class, arguments);
  }

  /** A person with the person's groups, whose tasks are listed. */
  record Candidate(String user, List<String> groups) {}

  record Row(String id, String name, String node) {}

  /** Serves the task list without its total, which the REST interface always counts. */
  @RestController
  static class PageWithoutTotal {
    private final TaskService tasks;

    PageWithoutTotal(TaskService tasks) {
      this.tasks = tasks;
    }

    @PostMapping("/page-without-total")
    List<Row> page(@RequestBody Candidate candidate) {
      List<Task> page =
          tasks
              .createTaskQuery()
              .taskCandidateUser(candidate.user())
              .taskCandidateGroupIn(candidate.groups())
              .orderByTaskCreateTime()
              .desc()
              .listPage(0, 10);
      return page.stream()
          .map(task -> new Row(task.getId(), task.getName(), task.getTaskDefinitionKey()))
          .toList();
    }
  }
}
